# Draws the cost of a cold run against the lines that were analysed, as SVG:
#
#	awk -f bench/plot.awk costs.txt > docs/cost.svg
#
# A line of the input is "name lines seconds-of-CPU", as bench/compare.sh -o appends it.
# Several of one name are averaged. The dashed line is what the smallest service costs by
# the line: where the others lie on it or below it, cost grows no faster than the lines.
!/^#/ && NF >= 3 {
	if (!($1 in runs)) name[++n] = $1
	runs[$1]++
	lines[$1] = $2
	cost[$1] += $3
}
END {
	if (n == 0) {
		print "plot.awk: no lines of name, lines and seconds" > "/dev/stderr"
		exit 2
	}
	for (i = 1; i <= n; i++) {
		p = name[i]
		cost[p] /= runs[p]
		if (i == 1 || lines[p] < lines[least]) least = p
		if (lines[p] > maxLines) maxLines = lines[p]
		if (cost[p] > maxCost) maxCost = cost[p]
	}
	slope = cost[least] / lines[least]
	maxLines *= 1.15
	maxCost = (slope * maxLines > maxCost ? slope * maxLines : maxCost) * 1.1
	left = 60; top = 20; width = 520; height = 300
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"370\" font-family=\"sans-serif\" font-size=\"12\">"
	print "<title>Cost of a cold run against lines analysed</title>"
	print "<rect width=\"640\" height=\"370\" fill=\"white\"/>"
	printf "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"black\"/>\n", left, top, top + height, left + width
	v = step(maxLines)
	for (t = v; t <= maxLines; t += v) {
		printf "<path d=\"M%.1f %dv5\" stroke=\"black\"/>", x(t), top + height
		printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d k</text>\n", x(t), top + height + 18, t / 1000
	}
	v = step(maxCost)
	for (t = v; t <= maxCost; t += v) {
		printf "<path d=\"M%d %.1fh-5\" stroke=\"black\"/>", left, y(t)
		printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", left - 8, y(t) + 4, t
	}
	printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">lines analysed</text>\n", left + width / 2, top + height + 38
	printf "<text x=\"%d\" y=\"%d\">seconds of CPU, cold</text>\n", left + 8, top + 8
	printf "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"gray\" stroke-dasharray=\"5 4\"/>\n", x(0), y(0), x(maxLines), y(slope * maxLines)
	for (i = 1; i <= n; i++) {
		p = name[i]
		printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#0366d6\"/>", x(lines[p]), y(cost[p])
		printf "<text x=\"%.1f\" y=\"%.1f\">%s, %.1f s</text>\n", x(lines[p]) + 8, y(cost[p]) + 14, escape(p), cost[p]
	}
	print "</svg>"
}
function x(v) { return left + v / maxLines * width }
function y(v) { return top + height - v / maxCost * height }
function escape(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
# step is a round distance of marks, of which about five fit.
function step(most,   s) {
	s = 10 ^ int(log(most / 5) / log(10))
	if (s * 5 <= most / 5) return s * 5
	if (s * 2 <= most / 5) return s * 2
	return s
}
