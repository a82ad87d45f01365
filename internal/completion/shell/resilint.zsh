#compdef resilint
# Completion of resilint for zsh. It asks resilint itself, so that it never gets old.
_resilint() {
	local line files dirs
	local -a texts shown nospace
	while IFS= read -r line; do
		case $line in
		:nospace) nospace=(-S '') ;;
		:files) files=1 ;;
		:dirs) dirs=1 ;;
		*)
			texts+=("${line%%$'\t'*}")
			shown+=("${line/$'\t'/  -- }")
			;;
		esac
	done < <("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}." 2>/dev/null)
	(( ${#texts} )) && compadd "${nospace[@]}" -l -d shown -- "${texts[@]}"
	if [[ -n $files || -n $dirs ]]; then
		compset -P '*='
		if [[ -n $files ]]; then _files; else _files -/; fi
	fi
}
if [[ ${funcstack[1]} == _resilint ]]; then
	_resilint "$@"
else
	compdef _resilint resilint
fi
