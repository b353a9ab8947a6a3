# Completes weir's arguments in fish. Made by 'weir completions fish'.

function __weir_command_is
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c weir -f
complete -c weir -n '__weir_command_is ""' -a ingest -d 'Write a manifest of true picture sizes from a catalogue'
complete -c weir -n '__weir_command_is ""' -a probe -d 'Print the size of pictures'
complete -c weir -n '__weir_command_is ""' -a help -d 'Print help on weir or on one of its commands'
complete -c weir -n '__weir_command_is ""' -a completions -d 'Print a script that completes weir\'s arguments in a shell'
complete -c weir -n '__weir_command_is ""' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is ""' -l version -d 'Print the version'

complete -c weir -n '__weir_command_is "ingest"' -l from -r -f -a 'csv tsv json jsonl plist' -d 'Read the catalogue as FORMAT, whatever its name'
complete -c weir -n '__weir_command_is "ingest"' -l img-column -r -f -d 'The column or key that names the picture'
complete -c weir -n '__weir_command_is "ingest"' -l price-column -r -f -d 'The column or key of the price'
complete -c weir -n '__weir_command_is "ingest"' -l root -r -F -d 'The folder of local pictures'
complete -c weir -n '__weir_command_is "ingest"' -l strict -d 'Stop at the first row that is broken, with status 2'
complete -c weir -n '__weir_command_is "ingest"' -s o -l output -r -F -d 'Write the manifest to MANIFEST: .json, .jsonl or .plist, with .gz behind it if it is to be compressed; - is standard output, as JSON'
complete -c weir -n '__weir_command_is "ingest"' -l binary-plist -d 'Write a binary property list, not XML'
complete -c weir -n '__weir_command_is "ingest"' -l page-size -r -f -d 'Write pages of N entries, 1.json, 2.json and so on, and index.json, into the folder MANIFEST'
complete -c weir -n '__weir_command_is "ingest"' -l base-url -r -f -d 'Call a local picture URL/PATH in the manifest, percent-encoded'
complete -c weir -n '__weir_command_is "ingest"' -l keep -r -f -d 'Add these columns of the catalogue to each entry, as text'
complete -c weir -n '__weir_command_is "ingest"' -l with -r -f -a 'status format bytes orientation' -d 'Add facts to each entry: status (ok or placeholder), format, bytes, orientation'
complete -c weir -n '__weir_command_is "ingest"' -l report -r -F -d 'Write the counts and every failure to FILE, as JSON; - is standard output'
complete -c weir -n '__weir_command_is "ingest"' -s q -l quiet -d 'Print no progress and no summary, but what went wrong'
complete -c weir -n '__weir_command_is "ingest"' -l dry-run -d 'Read the catalogue and say what would be done'
complete -c weir -n '__weir_command_is "ingest"' -l on-failure -r -f -a 'placeholder omit stop' -d 'What becomes of a picture that fails: a placeholder entry, no entry (omit), or the end of the run (stop)'
complete -c weir -n '__weir_command_is "ingest"' -l placeholder -r -F -d 'Placeholder entries have the size of the picture FILE, unless the catalogue has columns w and h'
complete -c weir -n '__weir_command_is "ingest"' -l fallback-size -r -f -d 'The size of placeholder entries where nothing else tells one'
complete -c weir -n '__weir_command_is "ingest"' -l max-failures -r -f -d 'Keep the old manifest, with status 1, if more rows than that have no true size'
complete -c weir -n '__weir_command_is "ingest"' -l max-pixels -r -f -d 'Fail a picture of more than N pixels'
complete -c weir -n '__weir_command_is "ingest"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "ingest"' -F

complete -c weir -n '__weir_command_is "probe"' -l files-from -r -F -d 'Read names of pictures from FILE, one on each line'
complete -c weir -n '__weir_command_is "probe"' -s 0 -l null -d 'Names in the FILE of --files-from end with NUL'
complete -c weir -n '__weir_command_is "probe"' -s r -l recursive -d 'Probe the files in folders, and in the folders in those'
complete -c weir -n '__weir_command_is "probe"' -l format -r -f -a 'text tsv json jsonl' -d 'Print results as FORMAT'
complete -c weir -n '__weir_command_is "probe"' -l max-pixels -r -f -d 'Fail a picture of more than N pixels'
complete -c weir -n '__weir_command_is "probe"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "probe"' -F

complete -c weir -n '__weir_command_is "help"' -l format -r -f -a 'text man' -d 'Print as FORMAT'
complete -c weir -n '__weir_command_is "help"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "help"' -f -a 'ingest probe help completions'

complete -c weir -n '__weir_command_is "completions"' -s h -l help -d 'Print this help'
complete -c weir -n '__weir_command_is "completions"' -f -a 'bash zsh fish'
