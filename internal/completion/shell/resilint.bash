# Completion of resilint for bash. It asks resilint itself, so that it never gets old.
_resilint() {
	local cur=${COMP_WORDS[COMP_CWORD]} line name
	local -a words
	COMPREPLY=()
	words=("${COMP_WORDS[@]:1:COMP_CWORD}")
	words[COMP_CWORD-1]="$cur."
	if [[ $cur == "=" ]]; then
		# bash cuts words at an equals sign, and this one ends the word.
		words[COMP_CWORD-1]="="
		words[COMP_CWORD]="."
		cur=
	fi
	while IFS= read -r line; do
		case $line in
		:nospace) compopt -o nospace 2>/dev/null ;;
		:files)
			compopt -o filenames 2>/dev/null
			while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$cur")
			;;
		:dirs)
			compopt -o filenames 2>/dev/null
			while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -d -- "$cur")
			;;
		*) COMPREPLY+=("${line%%$'\t'*}") ;;
		esac
	done < <("${1/#\~/$HOME}" __complete "${words[@]}" 2>/dev/null)
}
complete -F _resilint resilint
