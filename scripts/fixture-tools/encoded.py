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
    # ffmpeg 9.0: PQ
    "png/ffmpeg-pq.png":
        "iBL{Q4GJ0x0000DNk~Le00005000035CQ-I0EEPj>;M1&32;bRa{vGU0RR910RT@W#MS@+00d)6Lr@7200B)SBmMvY03c&XQcVB=dL{q>fP?@6"
        "6p#P_au5IjLTCU1H&g%sGb{iA5%>_W_@n>;02E0?K~#90V{8xuK?WRv1(yU-(g2_!0nBdP#M%G=002ovPDHLkV1f",
    # libultrahdr 1.4, by way of imagecodecs 2026.3
    "jpeg/libultrahdr.jpg":
        "|JeWH03vmAZaQgmZ#r{yWIAbcZ#r~yIx;adIW{^iF#rGn0095u09Z{>MgUDs04e|g00;mBumAuD00004FflMNumJ!B0000100002umS)F0000W"
        "0000o0000000RI3000Ga000000000000000000GD000F>00000|KI=+N=8XW00992009620095u0%%D?Ltju*Pew^hMF0T-00075000001TX*q"
        "ZEkdOQb$4{SXo*i000000000000000VPkV}00000000000000000000000000000000001008#Z00961007f10000000000000000000000000"
        "0000000000000000000000000000000000000009WMy+>0002+0001Fa#&ef000400000KXINQU0004K0000KVpv&P0004e0000KcXV)c0004y"
        "0000Ka#T`70004`0000eXH-%{0005Z0000eVpLK?0005>0000eV{meG0006U0000yZESU800000000010000CWo}hd0000+0000S07L+30CNCv"
        "0BitZ0C@l)08juk03ZNI0AT=a0CfO#03ZN&0BHbp0B8Up0CNCR07n2q03ZNV0CE6f0B!(t0A>JX0CE5TSXo*i00000004vD002F{|NsBHSXo*i"
        "00000002t9006Nz000WPSXo*i00000001aE000pT0079%SXo*i00000008#Z00961007f1aA9&`0000000aO400L%a008o*000eH000xv000VG"
        "0000000000aA9&`0000000aO400L%a008o*000eH000xv000VG0000000000aA9&`0000000aO400L%a008o*000eH000xv000VG0000000000"
        "ZESU800000000010000CWo}hd0000W0000S07n3C0B-<i0Bitd03ZNK0B!(d04@L^05SkD05SkF|JwjV02>k%7Zed27Zw*D92+1gLMtdGB`8rk"
        "JupIGRb^yfRb5+Zc$tA}agcLcU4^xVke;Kft*d8%yve$z$C;?Br2pFhLjfEf9w;LyPAe-;q;6eqq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*z"
        "q@<*zq@<*zq@<*zq@<*zq@<*zq@@4A01*fP5C9MZ0TBQK5di}c0sq7R9{>OW1pxs80RaI300000000010s{mE1_uZU3Jd?l0JRVR0s#X90t5pE"
        "1q1{D00Dgg0s{a95d{(<F+m0sQDFxnaTGFvk)a49Lb1UWQqk}vGh%Xr2?`b$7#SKRCMPH<Dl|1VH#j*uLqtVJM@UIZQ&d$}S6EqEV`OD!XJ~0^"
        "b98lfcX)YvgM@{Khlq)al9QB`mY0~BnxdnmrKYE-sj9NGw6(UkxVgH*!^FkL$H>Xb($mz{*4NnC+Tr5k<mKk)=;`Y5^7Hid_V@Vt`v1fL9{~UZ"
        "0RaI40RaI40RR91000010s{mE1_uZU3Jd?l0JRYS0s#U91Oo&I1q1{D0Rndb0RjUN1O*{61`<J02Vrp&A~Jyp6he`qvB3!=Gg9ysVsg<679=#`"
        "CGi&+85$-hC@Cs6Ha9pqIzvQ7Mn_0VN>fx-R##YAT4Q8oW@l(=YIAgTc6WGrdV+(5g@%WSiHeewl$Dm3n3<ZQqok##r>Lo_va__cwzs&sy28W6"
        "#m2|T$;#5x)YaD4*xB0R<K*S$=jiF`^7Hid_V@Vt`v2Mh3<CiG0ucid06ze;q<_bhKkg6ZKpKlc8G1+jc|-o-{!{^|v;qIw|JeWH09$o(ZaQgm"
        "Z#r{yWIAbcZ#r~yIx;adIW{^iF#rGn002M$0000000031S@l5x5C8xG0000000031S@l5x5C8xG000310003100000000310000000061-~bRx"
        "MoC5h0RaF20RRC20RQ3wFiAs0Ur<s{MoCOX0099200JNY00004KmY)3Zgg@|M?xT2Sy~_f00000000000001CV{>o-00000000000000000000"
        "0000000000000310QS}Z0RR910Mji1000000000000000000000000000000000000000000000000000000000000000VPWpiTy008^|003Na"
        "SXo*C00CG4000zcSXo*C00C?O000zXSXo*C00Dpi000zsbZ~S400EQ$000znR8m6#00F1~000nYR8m6#00FoF000nTR8m6#00GDV000nUX=88z"
        "00Gzl000bQaB_4200HCx002B~Y;|J*0000000031000bSZdFqN002G!000~Sa{y8RM*u<qAOJ@IVE}CabpUh#AOLp&X#jKpXaFDpOaN&BZUAKf"
        "VE}RfAOKVVasXifZUA!tW&mXXasU8WSy~_f000000B@oI066sk00WR%Sy~_f000000AiT{0Jntz02ta>Sy~_f0000003@IQ01t!!0JhIqSy~_f"
        "000000QS}Z0RR910MjjSVRB&r00000000000RRASVRB&r00000000000RRASVRB&r00000000000RRAFX=88z000012mk?XY;|J*0000000031"
        "000bSZdFqN001BW000~SM*wdCZvbZiYyf2dAOJ}KZUAEdE&w0^G5|0DG5|9F{s2l-Z*_8GWjY{dZ*OO8Wgu*6Vs&U_av*jwE;KGMEFeQ~WMy(X"
        "AZ%%3YH(#|Aa*z~EFeL2baH88Iv_`3X>Ltna3D!-VP|Fk+W<oV8xj;36cHO278f2I8z3k`D<~x;C{a2+FhXEeWn^DfU0Z5+nSp9?kaJsIg|&u|"
        "o};U+t7m|`$-1V;nW(Fz|JwjV0URD4C?hCND=SW<Ze4Dqq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zq@<*zr2oJG"
        "5eNVf01yKK5dZ=a0Rs^M|HJ?v000360RaI40RaF200000000330|W&I2M7rY3;)CbwGaRT0Rsa91Oo*H1Oxy80et}i0{{dO1ri}KK?W01VFw~{"
        "6f%L4p$H>FvB4Em(eNZQVse5B3Kka_85$)fCnzZ@G&MFiI5|2)L`6nNNJ&alR8>}2SXo+QWMyV&XlZJ5bai%jczJq*goTEOh>41lla!T~mzbHF"
        "qNAjxrl+W>s<N}RwYImoxw^u`#Kp$P$jQpm)6~`0*Vx(G;o{@u<>u$;>FV+F^Yr!h_xSnx|HJ?v0RRI50RaI40RaI400000000330|W&I2M7rY"
        "3;)CbwGjXU0RjXB0|W;J1Oxy90(Srb0s|2Q1tBp85<yW1VQ~{8GJyybLXn}d!3iTXQt%aGa?uJFBsAeA@fR2w8YU+wDJnHKH#j*uLqtVJM@UIZ"
        "Q&d$}S6EqEV`OD!XJ~0^b98lfcX)Yvf`f#GhKGoWijtF*m6n&7nVO=bq@|{(sHv*5v$VCgx45~w!o$SH#>dFX%F@%+)z;V8+1ldc<mKk)=;`Y6"
        "^Yr!h_xSnx|Jncy0|5X65d#qbKLEwG`=Wp^$3PS<e(0bJ@z4kV*#",
    # pyultrahdr 0.1
    "jpeg/pyultrahdr.jpg":
        "|JeWG0yAiIbZ|N^FK%-#VPtP&WiDfHZ7+CXa4#_~FfRZ+KX`CqV{2t}AYx@_X>L6t@4LSuAZcVhB3Cs{FimhnWoT(gdU9n`dQMbhdTV1jWFkL4"
        "3Osl^cx`ZPWprU6cx`NMb2@lEB4K22Vr4pRb2@EhbYU+dAb2`>ZE$pJJtA05P#{BZa%CVjE;TMNB0dTrJaS}aI#NVNAb4$TZgV<vWM(}gXmoUN"
        "IxjDGcXuv#GcIp(XD=~1IXN#dGA}YREplXLEpvHpbYXZcZgV3dJ_;ZpJaS}aIz(l2V{&P5bZKvHAaZ18I$>gOb#y%<A_^cNARu^cY;JQpXk>C{"
        "Z9O7rbaZe!FE4I$E@5PEVr4F4Z*4DVWO6NMVQFqHZDDXPF)lDKA_^cNAZTQAXKgxGWpZ<AZ*DyzF)lD73LqdLXk>C{Z8}F`X>Ltna7}4$Jt8nJ"
        "FfcGMFfbwtARr)UWO8S1I!9q?ZcSluO<{OFA~G&8FfcGMFd_;dARuUDa%XKiNJLUYVQ^t%X>@r_X>L6tFfK4KFfcGMA_^cNAZTQAXKgx2L{dXx"
        "aA9L<ba_o-cs(LAE;BGNG&DFO3LqdLXk>C{Z8}e8W^-k9NJLUSA}}s6FfcGMFd_;dARuUDa%XKiPiAIwWpq<SQavItE-)}KFfcG8FFpz&JTG!&"
        "W;#+tMm`EWFL*k5ZE$U6bYVUUJU@7FVPk7$bRcDJWIZBxB0oO=;s97pP(}brNh$yc00003006KD00aO405CByFafXx0096100IC200OWF03ZMW"
        "05Sjo000000000301^cN0000000000000000D=Pm0Mh~h000000RP|s5K2Z#MgRc;000310RRC1+W<oVC>$Om9vLVjAtNm-C@?%^K|D7%JbPGO"
        "No0|LnU;@$jEbPN=EI<>+O3L=$p6dQ?)Crw|C_=8|Nr{`=KcTp|JwjV0V^#nJT*LaK|yx-rHrNc`1ttv`1ttv`1ttv`1ttv`1ttv`1ttv`1ttv"
        "`1ttv`1ttv`1ttv`1ttv`1ttv`2WBF5eNVf01yKK5dZ=a0Rs^M|HJ?v000360RaI40RaF200000000330|W&I2M7rY3;)CbwGaRT0Rsa91Oo*H"
        "1Oxy80et}i0{{dO1ri}KK?W01VFw~{6f%L4p$H>FvB4Em(eNZQVse5B3Kka_85$)fCnzZ@G&MFiI5|2)L`6nNNJ&alR8>}2SXo+QWMyV&XlZJ5"
        "bai%jczJq*goTEOh>41lla!T~mzbHFqNAjxrl+W>s<N}RwYImoxw^u`#Kp$P$jQpm)6~`0*Vx(G;o{@u<>u$;>FV+F^Yr!h_xSnx|HJ?v0RRI5"
        "0RaI40RaI400000000330|W&I2M7rY3;)CbwGjXU0RjXB0|W;J1Oxy90(Srb0s|2Q1tBp85<yW1VQ~{8GJyybLXn}d!3iTXQt%aGa?uJFBsAeA"
        "@fR2w8YU+wDJnHKH#j*uLqtVJM@UIZQ&d$}S6EqEV`OD!XJ~0^b98lfcX)Yvf`f#GhKGoWijtF*m6n&7nVO=bq@|{(sHv*5v$VCgx45~w!o$SH"
        "#>dFX%F@%+)z;V8+1ldc<mKk)=;`Y6^Yr!h_xSnx|Jncy0|5X65d#qbKLDd^+JH7~dr$^7uWA6<we3J3|Jnc8|KS2NXmoUNIxjD7b1q?IZ(?OG"
        "V{dIQcwulaF)lDK06af<aA9L>Wpp57WoKz_JtFVBzak)MWIZBRHBB&0a6@HiX-Il<Wm9@iRAYK;V>x6ZKRyaPcsh7(aBXFDVIX*IY;JQpcs(Lv"
        "WN%_+I&O11ZDn*}FCrj#I(ThxbZb2#SWQqMLvM0rAT=&EE-)fK3LrdkWM(>2L`EQZZES9HI&x%YJtAmybZ|N^FL!r$E_X97Z*pfZF*!LoFEBDM"
        "GBPc4WM(aMd2V!Jcr9*oBO*QuARs()WM(=<WpiV4X>fFDZ*CxRWM(>HVsCYHJt86sARr(hcx`NMb2?~ba%XKlB4~7Ua5^t9ZgVbSWN%_+E@N+P"
        "FKA?PEoWhAZY^zLa4#_~FfSqsARr)UWO8S1I#y+Jb7^mGJt8qKFd_;dARuUDa%XKiM`3AhO<{0NX>L6tFfK4KFfcGMA_^cNAZTQAXKgx1VQFqn"
        "VQ@`hcs(LAE-)}KFfcG83LqdLXk>C{Z8}IqQbS>IVPk1@c};0<Jt8nJFfcGMFfbwtARr)UWO8S1I!HuPLt$`XV`+4GO<{OFA~G&BFfcSUI3fxl"
        "ARuUDa%XKiPiAIwWpqeHQavItE-)}KFfcG83LqdLXk>C{Z8}e8W^-k9Q$$idA}}s6FfcGMFd{EL3Lrc$a%5&YQba~R3Op}(I(ThxZDn*}J_<ZP"
        "cyM83Yh`pGWo~3WB6lJ`KL6kV5K2Z#MgRc;000310RRC1+W<oVC>$Om9vLVjAtNm-C@?%^K|D7%JbPGONo0|LnU;@$jEbPN=EI<>+O3L=$p6dQ"
        "?)Crw|C_=8|Nr{`=KcTp|G)qX2mlZO5CH)Z0RO}Q9{>OW1pxs80RaI300000000010s{mE1_uZU3Jd?l0JRVR0s#X90t5pE1q1{D00Dgg0s{a9"
        "5d{(<F+m0sQDFxnaTGFvk)a49Lb1UWQqk}vGh%Xr2?`b$7#SKRCMPH<Dl|1VH#j*uLqtVJM@UIZQ&d$}S6EqEV`OD!XJ~0^b98lfcX)YvgM@{K"
        "hlq)al9QB`mY0~BnxdnmrKYE-sj9NGw6(UkxVgH*!^FkL$H>Xb($mz{*4NnC+Tr5k<mKk)=;`Y5^7Hid_V@Vt`v2Mh2mt{A06zdIqKg07",
    # libavif 1.4, avifgainmaputil
    "avif/libavif-gain-map.avif":
        "0000aW^{RQVRmU|00000VRmU|ZE0pPZE0a<O+hh1bZud90005JZDn*}000000000XXk=`10000000000aA{+7000000000000000000004sdC7"
        "Z2$lO000310025^Y;R)#0000)000930RR910RR93(EtDdUjPCC0003100HO#0052v0{{R30RR93b^rhXTL1t6T4`x+W&i*H00093000_kZf0cy"
        "000000RRADb}%tRZ)|UJ000008EI~2WdZ;I000620Ca6(a7RsHZ~y=R02yg+W@Q2Z00964003cjFfm6>VQ>Hd0010ma%E-!00000000nVX>Df!"
        "0ssO40RRI4006CNaB^?}004n$aAR)(000zeb8uw<00000003YB000O8000nhX?SS>000032nYxO000bOb}>VNAOHXW000wXZ)|dIV{CW;0RRmE"
        "27mwn01$9#cxeCt0009D3JL%K025<xY;ta6Y<K_(01yBPfB*mh6Ju{|a&BX6cmM(b0ssPl0000aX>e^}0000000003009I60)qqq0s{dB1^@#D"
        "0Rn>u0000aXL4|C0000SVQh4A00000000040000200002000010003{ZDe6|000000Du4h000000096100aO400IATAmsoc0002UM~46)00000"
        "00961009610096106+i$0096106_ojiRS<a0002D1}gv{0000000961009610096106+i$0096106_oLL%{$L0000MrPTlg000000096100961"
        "0096106+i$0096106-D|3I#YAul5NtP!k{n3^2j~`HuSO7GM-|woBhT$e7FA4!*P|dnB=`o@fVDNa^y8ibjSDka*;3M5gP8i$zLwbX^Yz^%k`7"
        "tr(p&4vR8%PLpV)5ge=(&k_I%2sjw8_7D)zX);k0AOj3A!T|Y>`sh4H$GFC0raz3IexAGm??=rxpImg?dH!~@F*GUDh^K?FRJw?JPcqpp>hTa)"
        "_%AleiD>(sDP6=}_b}^3ik0awmn`Nc",
}


SIZES = {
    **{f"jpeg/{name}.jpg": ok(16, 16) for name in ["libultrahdr", "pyultrahdr"]},
    "avif/libavif-gain-map.avif": ok(96, 8),
    # A picture of 12 x 8, of which a part is stored.
    "exr/openexr-window.exr": ok(5, 3, clap=(12, 8)),
    **{f"vtf/srctools{kind}.vtf": ok(8, 4) for kind in ["", "-alpha", "-animated"]},
}


def rows():
    return [row(path, SIZES.get(path, ok(5, 3)), b85decode, text) for path, text in PICTURES.items()]
