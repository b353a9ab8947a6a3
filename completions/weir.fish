# Completes weir's arguments in fish. Made by 'weir completions fish'.

function __weir_command_is
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c weir -f
complete -c weir -n '__weir_command_is ""' -a probe -d 'Print the size of pictures'
complete -c weir -n '__weir_command_is ""' -a help -d 'Print help on weir or on one of its commands'
complete -c weir -n '__weir_command_is ""' -a completions -d 'Print a script that completes weir\'s arguments in a shell'
complete -c weir -n '__weir_command_is ""' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is ""' -l version -d 'Print the version'

complete -c weir -n '__weir_command_is "probe"' -l files-from -r -F -d 'Read names of pictures from FILE, one on each line'
complete -c weir -n '__weir_command_is "probe"' -s 0 -l null -d 'Names in the FILE of --files-from end with NUL'
complete -c weir -n '__weir_command_is "probe"' -s r -l recursive -d 'Probe the pictures in folders, and in the folders in those'
complete -c weir -n '__weir_command_is "probe"' -l format -r -f -a 'text tsv json jsonl' -d 'Print results as FORMAT'
complete -c weir -n '__weir_command_is "probe"' -l max-pixels -r -f -d 'Fail a picture of more than N pixels'
complete -c weir -n '__weir_command_is "probe"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "probe"' -F

complete -c weir -n '__weir_command_is "help"' -l format -r -f -a 'text man' -d 'Print as FORMAT'
complete -c weir -n '__weir_command_is "help"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "help"' -f -a 'probe help completions'

complete -c weir -n '__weir_command_is "completions"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "completions"' -f -a 'bash zsh fish'
