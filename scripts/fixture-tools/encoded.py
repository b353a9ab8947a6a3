"""Pictures of encoders that are too large, or too rare, to be installed for every run of the tests.

Each has 5 x 3 pixels of a gradient, and was made once by the encoder that is named above it."""

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
}


def rows():
    return [row(path, ok(5, 3), b85decode, text) for path, text in PICTURES.items()]
