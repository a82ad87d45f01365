# Completion of resilint for fish. It asks resilint itself, so that it never gets old.
function __resilint_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l file (string replace -r '^.*=' '' -- "$current")
    set -l before (string sub -l (math (string length -- "$current") - (string length -- "$file")) -- "$current")
    for line in ($words[1] __complete $words[2..-1] "$current." 2>/dev/null)
        switch $line
            case ':nospace'
            case ':files'
                for name in (__fish_complete_path "$file")
                    echo $before$name
                end
            case ':dirs'
                for name in (__fish_complete_directories "$file" '')
                    echo $before$name
                end
            case '*'
                echo $line
        end
    end
end
complete -c resilint -f -a '(__resilint_complete)'
