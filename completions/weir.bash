# Completes weir's arguments in bash. Made by 'weir completions bash'.

_weir_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

# readline completes names of files itself, with their quotes and tildes.
_weir_files() {
    compopt -o default
}

_weir() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    # --option=value comes as three words.
    if [[ $word == '=' ]]; then
        word=
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()

    if ((COMP_CWORD == 1)); then
        _weir_words 'ingest probe journal help completions --help --version' "$word"
        return
    fi
    case "${COMP_WORDS[1]} $before" in
        'ingest --from') _weir_words 'csv tsv json jsonl plist' "$word"; return ;;
        'ingest --img-column') return ;;
        'ingest --price-column') return ;;
        'ingest --root') _weir_files; return ;;
        'ingest --output' | 'ingest -o') _weir_files; return ;;
        'ingest --page-size') return ;;
        'ingest --base-url') return ;;
        'ingest --keep') return ;;
        'ingest --with') _weir_words 'status format bytes orientation sha256' "$word"; return ;;
        'ingest --mirror') _weir_files; return ;;
        'ingest --report') _weir_files; return ;;
        'ingest --metrics') _weir_files; return ;;
        'ingest --log-format') _weir_words 'text json' "$word"; return ;;
        'ingest --on-failure') _weir_words 'placeholder omit stop' "$word"; return ;;
        'ingest --placeholder') _weir_files; return ;;
        'ingest --fallback-size') return ;;
        'ingest --max-failures') return ;;
        'ingest --journal') _weir_files; return ;;
        'ingest --max-age') return ;;
        'ingest --concurrency') return ;;
        'ingest --per-host') return ;;
        'ingest --rate') return ;;
        'ingest --retries') return ;;
        'ingest --user-agent') return ;;
        'ingest --header') return ;;
        'ingest --cacert') _weir_files; return ;;
        'ingest --proxy') return ;;
        'ingest --connect-timeout') return ;;
        'ingest --timeout') return ;;
        'ingest --stall-timeout') return ;;
        'ingest --max-bytes') return ;;
        'ingest --max-redirects') return ;;
        'ingest --max-pixels') return ;;
        'probe --files-from') _weir_files; return ;;
        'probe --format') _weir_words 'text tsv json jsonl' "$word"; return ;;
        'probe --max-pixels') return ;;
        'probe --concurrency') return ;;
        'probe --per-host') return ;;
        'probe --rate') return ;;
        'probe --retries') return ;;
        'probe --user-agent') return ;;
        'probe --header') return ;;
        'probe --cacert') _weir_files; return ;;
        'probe --proxy') return ;;
        'probe --connect-timeout') return ;;
        'probe --timeout') return ;;
        'probe --stall-timeout') return ;;
        'probe --max-bytes') return ;;
        'probe --max-redirects') return ;;
        'journal --journal') _weir_files; return ;;
        'journal --format') _weir_words 'text json jsonl' "$word"; return ;;
        'help --format') _weir_words 'text man' "$word"; return ;;
    esac
    case "${COMP_WORDS[1]} $word" in
        'ingest -'*) _weir_words '--from --img-column --price-column --root --strict --output --binary-plist --page-size --base-url --keep --with --mirror --verify --report --metrics --log-format --quiet --dry-run --on-failure --placeholder --fallback-size --max-failures --journal --no-journal --max-age --refresh --retry-failed --concurrency --per-host --rate --retries --user-agent --header --allow-private-hosts --insecure --cacert --proxy --connect-timeout --timeout --stall-timeout --max-bytes --max-redirects --max-pixels --help' "$word" ;;
        'ingest '*) _weir_files ;;
        'probe -'*) _weir_words '--files-from --null --recursive --format --max-pixels --concurrency --per-host --rate --retries --user-agent --header --allow-private-hosts --insecure --cacert --proxy --connect-timeout --timeout --stall-timeout --max-bytes --max-redirects --help' "$word" ;;
        'probe '*) _weir_files ;;
        'journal -'*) _weir_words '--journal --format --help' "$word" ;;
        'journal '*) _weir_words 'check stats failures forget export' "$word" ;;
        'help -'*) _weir_words '--format --help' "$word" ;;
        'help '*) _weir_words 'ingest probe journal help completions' "$word" ;;
        'completions -'*) _weir_words '--help' "$word" ;;
        'completions '*) _weir_words 'bash zsh fish' "$word" ;;
    esac
}

complete -F _weir weir
