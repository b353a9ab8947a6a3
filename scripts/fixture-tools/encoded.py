"""Pictures of encoders that are too large, or too rare, to be installed for every run of the tests.

Each has 5 x 3 pixels of a gradient if no other size is given, and was made once by the encoder that is named above it."""

from base64 import b85decode

from kit import ok, row

PICTURES = {
    # Pillow 13.0
    "qoi/pillow.qoi": "ac^m600005000030|EX3RjQ+iqllx3qllG=qllx3qllx3m58H=qllx3qlf?i00000009",
    "qoi/pillow-alpha.qoi":
        "ac^m600005000031Ofg4RjU63Sgiv823xQN{|R2R2>%RWwhR9OR;vL21X->F{|8*L2LB3Qv<d$WVz&(c0#~d7{{>pF1pf$KvIqYQV6_VW4r90t"
        "0000000001",
    # ffmpeg 9.0
    "qoi/ffmpeg.qoi": "ac^m600005000030|5R2RjQ+iqllx3qllG=qllx3qllx3m58H=qllx3qlf?i00000009",
    "qoi/ffmpeg-alpha.qoi": "ac^m600005000031OWa3RjQ+iqllx3qllG=qllx3qllx3m58H=qllx3qlf?i00000009",
    # the format's own encoder, by way of the Python package qoi 0.8
    "qoi/reference.qoi": "ac^m600005000030|5R2RjQ+iqllx3qllG=qllx3qllx3m58H=qllx3qlf?i00000009",
    # psd-tools 1.26
    "psd/psd-tools-rgb.psd":
        "I6_cU009610000000RI300RI300jUD00RI3000000A4skNlgSH0000008sz{00992000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn9"
        "000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn900031000000096700saC00saC00saC00saC1ONjD2@C`Q1P2NY1Of#J3l0QTSX*9U"
        "1XfvGUt$DTT3ujc1gfpDv$h1QuCcVY1gx*JwYU",
    "psd/psd-tools-gray.psd":
        "I6_cU00961000000096100RI300jUD00961000000A4skNlgSH0000008sz{00992000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn9"
        "000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn900031000000096700saC1ONjD2@C`Q1P2NY1Of#J3l0",
    "psd/psd-tools-cmyk.psd":
        "I6_cU009610000000aO400RI300jUD00aO4000000A4skNlgSH0000008sz{00992000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn9"
        "000mGZ~$`vWB@GybO3JvZvbona{wR!F#s+AG5|IJE&wn900031000000000000000000000000000000000000000000000000000000000000"
        "00000000000000000000000",
    # pytoshop 1.2, with a layer
    "psd/pytoshop.psd":
        "I6_cU009610000000RI300RI300jUD00RI30000001h}pNlgR-0000000IC20002i0002e00961000000000000RI300jU9|Nj6001*HH0000H"
        "0096101*HJ0000HI6_HHZf|mJ{{RR80000|0000a0000000000000000000000000000000000000000000000000000000I6_HHY;|sF00006"
        "00001001~bNlk2dX=DHZ00aO400000|NsC0|NsC0|NsC0|Ns90000992@C-Q2MP@W1qcfc00323TV7#SSzKRYS6W?QV*miEt+2DUtFE!Mx2&(S"
        "wYUHP000000000000000000000000000000000000000000000000000000000",
    "psd/pytoshop.psb":
        "I6_cU00IC20000000RI300RI300jUD00RI30000001h}pNlgR-0000000IC2000000002$000000002u00961000000000000RI300jU9|Nj60"
        "0000001*HH000000000H009610000001*HJ000000000HI6_HHZf|mJ{{RR80000|0000a0000000000000000000000000000000000000000"
        "000000000000000I6_HHY;|sF0000600001001~bNlk2dX=DHZ00aO400000|NsC0|NsC0|NsC0|Ns90000992@C-Q2MP@W1qcfc00323TV7#S"
        "SzKRYS6W?QV*miEt+2DUtFE!Mx2&(SwYUHP000000000000000000000000000000000000000000000000000000000",
    # hydrium 0.6, which shares no code with libjxl
    "jxl/hydrium.jxl":
        "{|XQQ2!KrB8xsfs-~<2vY5)Kz00010RaL2~sv06Gl?oNd|8c;4$t4dU0XZIk7D>q~030w=I^aM7qVhNZ4wxxWcsvxav$owz01^rO$9(Sl`PY^t"
        "Ns=5eFfcGMFfcGMl+vLCcNNAM#u#DdOzs@SSVzak*fvHxM)&&qdc9t+udlCH?sFi<80{Eij4{TD%*>hGDPfF=j*hW0Hb&dA$jHcKGBPqU8Fy9~"
        "qY)irj4{R-V|0u$dMEbI&JK4DVvI4y7!5=?+KAB+B1DLYh=>pop}H3Uz=#?IIdCdpMH_E>V3RQJ)Y6bwG=x1v-WBBkpFmvPm6<11+`|lr24e",
    # libjxl, by way of ffmpeg 9.0 and of pillow-jxl-plugin 1.3
    "jxl/ffmpeg.jxl": "{|XS$0RR(-0szziwVxmW02L~uj2pb1>-q9ShsCsw>kMtRZD9#xv%N4#NH~Ixi|pMTaPN@^BSIyKvxb<J2L",
    "jxl/pillow.jxl": "{|XS$0RR+;1^~nWv0@bffC`mS#tmN1^?doE!(!UTb%wUuwy=b;*<KhVBpkrTMe@!0{eZy;s3Z}}0s",
    "jxl/pillow-alpha.jxl": "{|XRLuo4IW5CEV6OBj=mgM$=GLE-J4p+V{b@&Et;+gkyEZUq4Ps;a80p8R+>=iE*J",
    # OpenEXR 3.5
    "exr/openexr-half.exr":
        "b}umj0ssI2V`yP+Ze?t90ApxuX>)V{Hvj+tLI42(000000003100031002h-0RR91000000RR910RR91QUCz}0000000031000310001EZ*6dLWp"
        "i_BZ*Bl%Z*6dLWpi_BZ*Bkq00003WMOn+S7~l!Z+8G<Z+J3k01yBG000000000000aO400IC20Ay)%aBN|DS7~l!Z+8G<Z+J3k01yBG000000000"
        "000aO400IC20BmV)WlwTsWpV&)X>Mgta%5$400961003}lcx7xsb8uy2bW&k-X>R~#Y;R$700aO40001hKXYSpWo2$xX>Me1cSB`vbY*e?b~0uF2"
        "mk;80000000000b7OL4Wo}n#Ze(wFS7~H)XaHtxZ((!*1ONa4004kLba`-P0CRM5X>Ml#4FCWDb7Ns{Y-w&~X>DO=WdL3Q0000000000002q=004"
        "Mi3!O1@#tiw58#ZjnYHRq<cpb!52XW&Xn(LV2KwNzg*RQdjiE&c{5Yzy1qt~LArlx*4H?5<&sS(C)Y{+VDZfpVoNQ^D4",
    "exr/openexr-alpha.exr":
        "b}umj0ssI2V`yP+Ze?t90ApxuX>)V{NdN!<K>z{(000000003100031002S&0ssI2000000RR910RR91M*so<000000003100031002?|0ssI200"
        "0000RR910RR910Ap`$aB^jHb7^mG0Ap`$aB^jHb7^mG0096100U%UbYWL%Ze(wF0Ag==GHC!1000000000000004000020001FX>)LFVR=_+Ze(w"
        "F0Ag==GHC!1000000000000004000020001NX>Mgta%5$40BmV)WlwTsWpV%k00000aA|mDY(aByWn*+wVRUJ40A_4&VRQfl000000DwPpV{&C>Z"
        "dYk;WN&vvWo~q3asYNRW&j8P00000000000047ia%E+1S7~l!Z+BN|WOQf%W^8X^bN~bZ00000fIoD3aAg2<baH8KX8;WV0047iVQy?`Ze?k0VP|"
        "CkZ~*`S0000000000tN;K2cwS?GgVq08pzv#bI~49~aQx3$ANb$!zXM#|8o0V|aCNrzjr9-f9f9f$;Of@G)qRJnv;MDGp9oZC_+MeaBNV<CeJAvh"
        "{|nD|&etNJ_<nHwV`BN^)Zp-k<<Ave=D*Hxb#Fx83x4AJ%Kd}mt<V>qUu+BvY`+d!AGJ}r^F&toEkfN};SU0zdB1V}WPdO4jq48!(?5<Mhisn69I"
        "^e(t9%y#)+24c",
    "exr/openexr-gray.exr":
        "b}umj0ssI2V`yP+Ze?t90ApxuX>)V{6951JSpWh60000000031000310001EZ*6dLWpi_BZ*Bl%Z*6dLWpi_BZ*Bkq00003WMOn+S7~l!Z+8G<Z+"
        "J3k01yBG000000000000aO400IC20Ay)%aBN|DS7~l!Z+8G<Z+J3k01yBG000000000000aO400IC20BmV)WlwTsWpV&)X>Mgta%5$400961003}"
        "lcx7xsb8uy2bW&k-X>R~#Y;R$700aO40001hKXYSpWo2$xX>Me1cSB`vbY*e?b~0uF2mk;80000000000b7OL4Wo}n#Ze(wFS7~H)XaHtxZ((!*1"
        "ONa4004kLba`-P0CRM5X>Ml#4FCWDb7Ns{Y-w&~X>DO=WdJ$>0000000000002Ay00000006<jKs>>~z&w$V5Iw=bKs|wgfIESJfIQ*g;5?zAAU)"
        "C0P(6Ww06d|fpge(q06np=Fg@YmU_A",
    "exr/openexr-window.exr":
        "b}umj0ssI2V`yP+Ze?t90ApxuX>)V{Hvj+tLI42(000000003100031002h-0RR91000000RR910RR91QUCz}0000000031000310001EZ*6dLWp"
        "i_BZ*Bl%Z*6dLWpi_BZ*Bkq00003WMOn+S7~l!Z+8G<Z+J3k01yBG00IC20096100sa600RI30Ay)%aBN|DS7~l!Z+8G<Z+J3k01yBG000000000"
        "001E&B00#g70BmV)WlwTsWpV&)X>Mgta%5$400961003}lcx7xsb8uy2bW&k-X>R~#Y;R$700aO40001hKXYSpWo2$xX>Me1cSB`vbY*e?b~0uF2"
        "mk;80000000000b7OL4Wo}n#Ze(wFS7~H)XaHtxZ((!*1ONa4004kLba`-P0CRM5X>Ml#4FCWDb7Ns{Y-w&~X>DO=WdL3Q0000000031002q=004"
        "Mi3!O1@#tiw58#ZjnYHRq<cpb!52XW&Xn(LV2KwNzg*RQdjiE&c{5Yzy1qt~LArlx*4H?5<&sS(C)Y{+VDZfpVoNQ^D4",
    # OpenImageIO 3.2
    "exr/openimageio.exr":
        "b}umj0ssI2V_|SaVRU5xb98cPZf5`!0000oFfukeF)=zaG$1fBIyE&qGC5;tVQy|^Y;yo(Xl!Y7bO1L1002S&0RR91000000RR910RR91M*sl;00"
        "0000003100031002?|0RR91000000RR910RR910Ap`$aB^jHb7^mG0Ap`$aB^jHb7^mG0096100U%UbYWL%Ze(wF0Ag==GHC!100000000000000"
        "4000020001FX>)LFVR=_+Ze(wF0Ag==GHC!1000000000000004000020001NX>Mgta%5$40BmV)WlwTsWpV%k00000aA|mDY(aByWn*+wVRUJ40"
        "A_4&VRQfl000000DwPpV{&C>ZdYk;WN&vvWo~q3asYNRW&j8P00000000000047ia%E+1S7~l!Z+BN|WOQf%W^8X^bN~bZ00000fIk3d0RR91000"
        "000000=0001ZUJIQubH)t$jT<&>$ZBi&&v+fgRR?k78k*~v;y_$|5ZAA<o{4c&0}#{zaiiCwmZqkDI5(}Mxv3GxZEVPDZEkD=07#52tN",
    "hdr/openimageio.hdr":
        "BR^6>L`gwTLq!TkPf|@mR6R2?En;bOUvg|^Uvg(+WeN%{Ss*hYD_9^k3IJ8AfCE^qfCgKzfC*l+fDB=_fB{ykfCO2tfCpT$fC^u<fDK}|fC5*nfC"
        "XBwfCyc(fD2%?fDU80fB",
    # ffmpeg 9.0
    "exr/ffmpeg.exr":
        "b}umj0ssI2V`yP+Ze?t90ApxuX>)V{Hvj+tLI45)000000003100031002h-0ssI2000000RR910RR91QUC$~0000000031000310001EZ*6dLWp"
        "i_BZ*Bl%Z*6dLWpi_BZ*Bkq00000WMOn+S7~l!Z+8G<Z+J3k01yBG000000000000aO400IC20Ay)%aBN|DS7~l!Z+8G<Z+J3k01yBG000000000"
        "000aO400IC20BmV)WlwTsWpV&)X>Mgta%5$4009610047ia%E+1S7~l!Z+AmwZggdG0CqBF00;m800000000000CQt<Wo2$xX>Me1cUNg-bZ7u(Y"
        ";R$700aO40001hKW1`aZDn&%WpYzxV{dL`0CHh;X>V>}Yyb!V000>P00031003uUZEaxyW^8X^bN~bZ00000fIoL~X>?_B0CRM5X>Ml#1ONa4Y+-"
        "g|0D%Dj000000L1|S0000000{yB000000000006YKy0ICftKdlKZKd=cfKeGxmKeh@sKdStxKCtw!KDP9=KD_q3KEn3FKHvc0IKjX`Jivg!Jdi*T"
        "J-|>vJplj!06YKy0ILlvKduQbKd}ihKeP%oKeq}uKdk(#KC<+&KDhL^KEC$7KE(FJK7;^-JAhz-Jm7%fJfKh@J<w24Jpup#06YKy0IUcsKd%WdKe"
        "7ojKeY-qKe!4wKd$txKD6|+KDzd~KEU?BKF0XPK7qghJfMJ}Jb*v|J+M$PJ>XDaJp",
    "hdr/ffmpeg.hdr":
        "BR^6>L`gwTLq!TxPexQ%K~hCMY+-g|3Q$Q{K~qpgLsUI!Ze|KbPf|@mR6R2?En;bOUvg|^Uvg(+WeN%{Ss*hYD_9^k3IJ59fCE>pfCgHyfC*i*fD"
        "B-^fB{vjfCN~sfCpQ#fC^r;fDK`{fC5&mfCX8vfCyZ&fD2!>fDU4~fB",
    # OpenCV 5.0
    "hdr/opencv.hdr":
        "BR^6>L`gwTLq!TkPf|@mR6R2?En;bOUvg|^Uvg(+WeN%{Ss*hYD_9^k3aV8AfUQ^qfUsKzfU{l+fVN=_fU8ykfUa2tfU#T$fV5u<fVW}|fUH*nfU"
        "jBwfU;c(fVE%?fVg80fB",
    # imagecodecs 2026.3
    "hdr/imagecodecs.hdr":
        "BR^6>L`gwTLq!TkPf|@mR6R2?En;bOUvg|^Uvg(+WeN%{Ss*hYD_9^k3IJ8AfCE^qfCgKzfC*l+fDB=_fB{ykfCO2tfCpT$fC^u<fDK}|fC5*nfC"
        "XBwfCyc(fD2%?fDU80fB",
    # srctools 2.7
    "vtf/srctools.vtf":
        "R#Zj+2LJ#71poj5U;qFB2mk~C000000RR910000000000000000000000000004kL0ssI20u2BF01yxX000000ssI200000000000RR91U;qFBFa"
        "Q7m-~a#s00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1"
        "posD00RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1posD00RX80|fvB1posD",
    "vtf/srctools-alpha.vtf":
        "R#Zj+2LJ#71poj5U;qFB2mk~C000000RR910000000000000000000000000004kL000000u2BF01yxX000000ssI200000000000RR91U;qFBFa"
        "Q7m-~a#s00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra80"
        "0Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800Ra800R"
        "a800Ra800Ra800Ra800Ra800Ra800Ra8",
    "vtf/srctools-animated.vtf":
        "R#Zj+2LJ#71poj5U;qFB2mk~C000000ssI20000000000000000000000000004kL4*&oF0u2BF01yxX000000ssI200000000000RR91U;qFBFa"
        "Q7m-~a#s00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000sa5|NsC0VgLXD|"
        "NsC000sa5|NsC0VgLXD|NsC000sa5|NsC0Vh{ib|NsC000sa5|NsC0Vh{ib|NsC0",
}


SIZES = {
    # A picture of 12 x 8, of which a part is stored.
    "exr/openexr-window.exr": ok(5, 3, clap=(12, 8)),
    **{f"vtf/srctools{kind}.vtf": ok(8, 4) for kind in ["", "-alpha", "-animated"]},
}


def rows():
    return [row(path, SIZES.get(path, ok(5, 3)), b85decode, text) for path, text in PICTURES.items()]
