# Completes weir's arguments in bash. Made by 'weir completions bash'.

_weir_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

# Words that are separated by commas: those that are not there yet follow the last comma.
_weir_list() {
    local word before='' rest=()
    [[ $2 == *,* ]] && before=${2%,*},
    for word in $1; do
        [[ ,$before == *",$word,"* ]] || rest+=("$before$word")
    done
    _weir_words "${rest[*]}" "$2"
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
        _weir_words 'ingest probe stream layout check diff preview layouts rules demo init journal help version completions --help --version' "$word"
        return
    fi
    case "${COMP_WORDS[1]} $before" in
        'ingest --from') _weir_words 'csv tsv json jsonl plist xml copy' "$word"; return ;;
        'ingest --delimiter') return ;;
        'ingest --rows') return ;;
        'ingest --img-column') return ;;
        'ingest --images-column') return ;;
        'ingest --img-separator') return ;;
        'ingest --price-column') return ;;
        'ingest --root') _weir_files; return ;;
        'ingest --glob') return ;;
        'ingest --output' | 'ingest -o') _weir_files; return ;;
        'ingest --page-size') return ;;
        'ingest --page-names') _weir_words 'number hash' "$word"; return ;;
        'ingest --keep-indexes') return ;;
        'ingest --base-url') return ;;
        'ingest --keep') return ;;
        'ingest --with') _weir_list 'status format bytes orientation sha256 mime animated alpha colorModel depth sizeFrom thumbhash blurhash color blurDataURL phash content source' "$word"; return ;;
        'ingest --mirror') _weir_files; return ;;
        'ingest --report') _weir_files; return ;;
        'ingest --metrics') _weir_files; return ;;
        'ingest --log-format') _weir_words 'text json' "$word"; return ;;
        'ingest --on-failure') _weir_words 'placeholder omit stop' "$word"; return ;;
        'ingest --placeholder') _weir_files; return ;;
        'ingest --max-failures') return ;;
        'ingest --max-removed') return ;;
        'ingest --expect-rows') return ;;
        'ingest --max-time') return ;;
        'ingest --journal') _weir_files; return ;;
        'ingest --wait') return ;;
        'ingest --max-age') return ;;
        'ingest --concurrency') return ;;
        'ingest --per-host') return ;;
        'ingest --rate') return ;;
        'ingest --host-patience') return ;;
        'ingest --retries') return ;;
        'ingest --header') return ;;
        'ingest --allow-host') _weir_words 'private' "$word"; return ;;
        'ingest --cacert') _weir_files; return ;;
        'ingest --proxy') return ;;
        'ingest --timeout') return ;;
        'ingest --max-bytes') return ;;
        'ingest --max-redirects') return ;;
        'ingest --max-pixels') return ;;
        'ingest --options') _weir_files; return ;;
        'probe --files-from') _weir_files; return ;;
        'probe --glob') return ;;
        'probe --format') _weir_words 'text tsv json jsonl' "$word"; return ;;
        'probe --with') _weir_list 'thumbhash blurhash color blurDataURL phash content source' "$word"; return ;;
        'probe --max-pixels') return ;;
        'probe --concurrency') return ;;
        'probe --per-host') return ;;
        'probe --rate') return ;;
        'probe --host-patience') return ;;
        'probe --retries') return ;;
        'probe --header') return ;;
        'probe --allow-host') _weir_words 'private' "$word"; return ;;
        'probe --cacert') _weir_files; return ;;
        'probe --proxy') return ;;
        'probe --timeout') return ;;
        'probe --max-bytes') return ;;
        'probe --max-redirects') return ;;
        'stream --img-column') return ;;
        'stream --root') _weir_files; return ;;
        'stream --with') _weir_list 'format bytes orientation mime animated alpha colorModel depth sizeFrom' "$word"; return ;;
        'stream --max-age') return ;;
        'stream --max-pixels') return ;;
        'stream --concurrency') return ;;
        'stream --per-host') return ;;
        'stream --rate') return ;;
        'stream --host-patience') return ;;
        'stream --retries') return ;;
        'stream --header') return ;;
        'stream --allow-host') _weir_words 'private' "$word"; return ;;
        'stream --cacert') _weir_files; return ;;
        'stream --proxy') return ;;
        'stream --timeout') return ;;
        'stream --max-bytes') return ;;
        'stream --max-redirects') return ;;
        'layout --layout') _weir_words 'lf-waterflow waterflow mk-masonry flow flow-waterfall carousel staggered-grid compose-staggered-grid flutter-masonry grid-lanes masonry-js justified masonic flash-list' "$word"; return ;;
        'layout --devices') _weir_list 'all iphone-se-3 iphone-13-mini iphone-13 iphone-13-pro iphone-13-pro-max iphone-14 iphone-14-plus iphone-14-pro iphone-14-pro-max iphone-15 iphone-15-plus iphone-15-pro iphone-15-pro-max iphone-16e iphone-16 iphone-16-plus iphone-16-pro iphone-16-pro-max iphone-17 iphone-air iphone-17-pro iphone-17-pro-max ipad-9 ipad-10 ipad-mini-6 ipad-air-11 ipad-air-13 ipad-pro-11 ipad-pro-12-9 ipad-pro-11-m4 ipad-pro-13-m4 pixel-7 pixel-8 pixel-9 galaxy-s23 galaxy-s24 galaxy-s25 galaxy-a55 galaxy-tab-s4 galaxy-tab-s9 desktop-1280 desktop-1280-hidpi desktop-1536 desktop-1920' "$word"; return ;;
        'layout --config') _weir_files; return ;;
        'layout --content-inset') return ;;
        'layout --offset') return ;;
        'layout --scroll-to') return ;;
        'layout --rect') return ;;
        'layout --format') _weir_words 'json jsonl svg png none' "$word"; return ;;
        'layout --scale') return ;;
        'layout --pictures') _weir_words 'none embed thumbhash' "$word"; return ;;
        'layout --root') _weir_files; return ;;
        'layout --base-url') return ;;
        'layout --output' | 'layout -o') _weir_files; return ;;
        'check --previous') _weir_files; return ;;
        'check --frames') _weir_files; return ;;
        'check --baseline') _weir_files; return ;;
        'check --layout') _weir_words 'lf-waterflow waterflow mk-masonry flow flow-waterfall carousel staggered-grid compose-staggered-grid flutter-masonry grid-lanes masonry-js justified masonic flash-list' "$word"; return ;;
        'check --devices') _weir_list 'all iphone-se-3 iphone-13-mini iphone-13 iphone-13-pro iphone-13-pro-max iphone-14 iphone-14-plus iphone-14-pro iphone-14-pro-max iphone-15 iphone-15-plus iphone-15-pro iphone-15-pro-max iphone-16e iphone-16 iphone-16-plus iphone-16-pro iphone-16-pro-max iphone-17 iphone-air iphone-17-pro iphone-17-pro-max ipad-9 ipad-10 ipad-mini-6 ipad-air-11 ipad-air-13 ipad-pro-11 ipad-pro-12-9 ipad-pro-11-m4 ipad-pro-13-m4 pixel-7 pixel-8 pixel-9 galaxy-s23 galaxy-s24 galaxy-s25 galaxy-a55 galaxy-tab-s4 galaxy-tab-s9 desktop-1280 desktop-1280-hidpi desktop-1536 desktop-1920' "$word"; return ;;
        'check --config') _weir_files; return ;;
        'check --format') _weir_words 'text json junit sarif github gitlab markdown' "$word"; return ;;
        'check --report') _weir_words 'text= json= junit= sarif= github= gitlab= markdown=' "$word"; return ;;
        'check --fail-on') _weir_words 'info warning error' "$word"; return ;;
        'check --rule') _weir_words 'parses entries-present file-format unknown-key missing-key duplicate-key entry-facts entry-images placeholder-form size-integer size-plausible byte-budget img-present img-format img-address img-host img-http img-expiry img-credentials host-spelling img-encoding img-asked img-page mixed-schemes price-present price-pattern price-zero price-outlier price-shift price-jump one-currency duplicate-img duplicate-size removed-entries placeholder-share stale-share page-count page-copy page-order page-hash page-weight channel-limits picture-exists picture-reachable picture-decodes picture-size picture-orientation picture-format picture-colors picture-facts picture-placeholders picture-source picture-shows picture-twice layout-input frame-coverage rotation previous-frames refresh-order refresh-shift placeholder-frames shift-score aspect-bounds taller-than-screen pixel-budget safe-area column-balance dead-space exact-fit carousel-reachable carousel-scale carousel-rows carousel-jump column-ties platform-order frames-match' "$word"; return ;;
        'check --profile') _weir_list 'google-merchant tiktok-shop meta pinterest openai' "$word"; return ;;
        'check --max-findings') return ;;
        'check --root') _weir_files; return ;;
        'check --base-url') return ;;
        'check --mirror') _weir_files; return ;;
        'check --journal') _weir_files; return ;;
        'check --max-pixels') return ;;
        'check --concurrency') return ;;
        'check --per-host') return ;;
        'check --rate') return ;;
        'check --host-patience') return ;;
        'check --retries') return ;;
        'check --header') return ;;
        'check --allow-host') _weir_words 'private' "$word"; return ;;
        'check --cacert') _weir_files; return ;;
        'check --proxy') return ;;
        'check --timeout') return ;;
        'check --max-bytes') return ;;
        'check --max-redirects') return ;;
        'diff --layout') _weir_words 'lf-waterflow waterflow mk-masonry flow flow-waterfall carousel staggered-grid compose-staggered-grid flutter-masonry grid-lanes masonry-js justified masonic flash-list' "$word"; return ;;
        'diff --devices') _weir_list 'all iphone-se-3 iphone-13-mini iphone-13 iphone-13-pro iphone-13-pro-max iphone-14 iphone-14-plus iphone-14-pro iphone-14-pro-max iphone-15 iphone-15-plus iphone-15-pro iphone-15-pro-max iphone-16e iphone-16 iphone-16-plus iphone-16-pro iphone-16-pro-max iphone-17 iphone-air iphone-17-pro iphone-17-pro-max ipad-9 ipad-10 ipad-mini-6 ipad-air-11 ipad-air-13 ipad-pro-11 ipad-pro-12-9 ipad-pro-11-m4 ipad-pro-13-m4 pixel-7 pixel-8 pixel-9 galaxy-s23 galaxy-s24 galaxy-s25 galaxy-a55 galaxy-tab-s4 galaxy-tab-s9 desktop-1280 desktop-1280-hidpi desktop-1536 desktop-1920' "$word"; return ;;
        'diff --config') _weir_files; return ;;
        'diff --key') return ;;
        'diff --arrival') return ;;
        'diff --estimated-item-size') return ;;
        'diff --format') _weir_words 'text json markdown' "$word"; return ;;
        'diff --output' | 'diff -o') _weir_files; return ;;
        'preview --limit') return ;;
        'preview --refresh') _weir_files; return ;;
        'preview --more') _weir_files; return ;;
        'preview --against') _weir_files; return ;;
        'preview --findings') _weir_files; return ;;
        'preview --layout') _weir_words 'lf-waterflow waterflow mk-masonry flow flow-waterfall carousel staggered-grid compose-staggered-grid flutter-masonry grid-lanes masonry-js justified masonic flash-list' "$word"; return ;;
        'preview --devices') _weir_list 'all iphone-se-3 iphone-13-mini iphone-13 iphone-13-pro iphone-13-pro-max iphone-14 iphone-14-plus iphone-14-pro iphone-14-pro-max iphone-15 iphone-15-plus iphone-15-pro iphone-15-pro-max iphone-16e iphone-16 iphone-16-plus iphone-16-pro iphone-16-pro-max iphone-17 iphone-air iphone-17-pro iphone-17-pro-max ipad-9 ipad-10 ipad-mini-6 ipad-air-11 ipad-air-13 ipad-pro-11 ipad-pro-12-9 ipad-pro-11-m4 ipad-pro-13-m4 pixel-7 pixel-8 pixel-9 galaxy-s23 galaxy-s24 galaxy-s25 galaxy-a55 galaxy-tab-s4 galaxy-tab-s9 desktop-1280 desktop-1280-hidpi desktop-1536 desktop-1920' "$word"; return ;;
        'preview --config') _weir_files; return ;;
        'preview --root') _weir_files; return ;;
        'preview --base-url') return ;;
        'preview --output' | 'preview -o') _weir_files; return ;;
        'layouts --fit') return ;;
        'layouts --devices') _weir_list 'all iphone-se-3 iphone-13-mini iphone-13 iphone-13-pro iphone-13-pro-max iphone-14 iphone-14-plus iphone-14-pro iphone-14-pro-max iphone-15 iphone-15-plus iphone-15-pro iphone-15-pro-max iphone-16e iphone-16 iphone-16-plus iphone-16-pro iphone-16-pro-max iphone-17 iphone-air iphone-17-pro iphone-17-pro-max ipad-9 ipad-10 ipad-mini-6 ipad-air-11 ipad-air-13 ipad-pro-11 ipad-pro-12-9 ipad-pro-11-m4 ipad-pro-13-m4 pixel-7 pixel-8 pixel-9 galaxy-s23 galaxy-s24 galaxy-s25 galaxy-a55 galaxy-tab-s4 galaxy-tab-s9 desktop-1280 desktop-1280-hidpi desktop-1536 desktop-1920' "$word"; return ;;
        'layouts --format') _weir_words 'text json' "$word"; return ;;
        'layouts --output' | 'layouts -o') _weir_files; return ;;
        'rules --profile') _weir_list 'google-merchant tiktok-shop meta pinterest openai' "$word"; return ;;
        'journal --journal') _weir_files; return ;;
        'journal --older-than') return ;;
        'journal --format') _weir_words 'text json jsonl' "$word"; return ;;
        'help --format') _weir_words 'text man rules channels schema' "$word"; return ;;
    esac
    case "${COMP_WORDS[1]} $word" in
        'ingest -'*) _weir_words '--from --delimiter --rows --img-column --images-column --img-separator --price-column --root --glob --output --page-size --page-names --keep-indexes --gzip --base-url --keep --each-image --with --mirror --verify --report --metrics --log-format --quiet --verbose --dry-run --on-failure --placeholder --max-failures --max-removed --expect-rows --max-time --journal --wait --max-age --refresh --retry-failed --concurrency --per-host --rate --host-patience --retries --robots --header --allow-host --insecure --cacert --proxy --timeout --max-bytes --max-redirects --max-pixels --options --help' "$word" ;;
        'ingest '*) _weir_files ;;
        'probe -'*) _weir_words '--files-from --null --recursive --glob --format --with --max-pixels --concurrency --per-host --rate --host-patience --retries --robots --header --allow-host --insecure --cacert --proxy --timeout --max-bytes --max-redirects --help' "$word" ;;
        'probe '*) _weir_files ;;
        'stream -'*) _weir_words '--img-column --root --with --max-age --max-pixels --concurrency --per-host --rate --host-patience --retries --robots --header --allow-host --insecure --cacert --proxy --timeout --max-bytes --max-redirects --help' "$word" ;;
        'layout -'*) _weir_words '--layout --devices --config --landscape --safe-area --content-inset --offset --scroll-to --pin-headers --pin-footers --snap --rect --format --scale --pictures --root --base-url --output --help' "$word" ;;
        'layout '*) _weir_files ;;
        'check -'*) _weir_words '--previous --frames --baseline --layout --devices --config --format --report --fail-on --write-baseline --prune-baseline --rule --profile --quiet --statistics --max-findings --show-config --images --root --base-url --verify --mirror --journal --max-pixels --concurrency --per-host --rate --host-patience --retries --robots --header --allow-host --insecure --cacert --proxy --timeout --max-bytes --max-redirects --help' "$word" ;;
        'check '*) _weir_files ;;
        'diff -'*) _weir_words '--layout --devices --config --key --arrival --estimated-item-size --format --output --help' "$word" ;;
        'diff '*) _weir_files ;;
        'preview -'*) _weir_words '--limit --refresh --more --against --findings --layout --devices --config --root --base-url --output --serve --open --help' "$word" ;;
        'preview '*) _weir_files ;;
        'layouts -'*) _weir_words '--fit --devices --format --output --help' "$word" ;;
        'layouts '*) _weir_words 'lf-waterflow waterflow mk-masonry flow flow-waterfall carousel staggered-grid compose-staggered-grid flutter-masonry grid-lanes masonry-js justified masonic flash-list' "$word" ;;
        'rules -'*) _weir_words '--profile --help' "$word" ;;
        'rules '*) _weir_words 'parses entries-present file-format unknown-key missing-key duplicate-key entry-facts entry-images placeholder-form size-integer size-plausible byte-budget img-present img-format img-address img-host img-http img-expiry img-credentials host-spelling img-encoding img-asked img-page mixed-schemes price-present price-pattern price-zero price-outlier price-shift price-jump one-currency duplicate-img duplicate-size removed-entries placeholder-share stale-share page-count page-copy page-order page-hash page-weight channel-limits picture-exists picture-reachable picture-decodes picture-size picture-orientation picture-format picture-colors picture-facts picture-placeholders picture-source picture-shows picture-twice layout-input frame-coverage rotation previous-frames refresh-order refresh-shift placeholder-frames shift-score aspect-bounds taller-than-screen pixel-budget safe-area column-balance dead-space exact-fit carousel-reachable carousel-scale carousel-rows carousel-jump column-ties platform-order frames-match' "$word" ;;
        'demo -'*) _weir_words '--help' "$word" ;;
        'demo '*) _weir_files ;;
        'init -'*) _weir_words '--help' "$word" ;;
        'init '*) _weir_files ;;
        'journal -'*) _weir_words '--journal --older-than --format --help' "$word" ;;
        'journal '*) _weir_words 'check stats failures forget export' "$word" ;;
        'help -'*) _weir_words '--format --help' "$word" ;;
        'help '*) _weir_words 'ingest probe stream layout check diff preview layouts rules demo init journal help version completions' "$word" ;;
        'version -'*) _weir_words '--json --help' "$word" ;;
        'completions -'*) _weir_words '--help' "$word" ;;
        'completions '*) _weir_words 'bash zsh fish' "$word" ;;
    esac
}

complete -F _weir weir
