"use strict";
(() => {
  const map = data.map;
  const nodes = [...document.querySelectorAll(".node")];
  const links = [...document.querySelectorAll(".link")];
  const details = document.getElementById("details");
  const search = document.getElementById("search");
  const entries = new Map(map.entries.map(e => [e.id, e]));
  const resources = new Map(map.resources.map(r => [r.id, r]));
  const node = (kind, of) => nodes.find(n => n.classList.contains(kind) && n.dataset.of === of);
  const entryName = id => { const e = entries.get(id); return e ? e.kind + " " + (e.route || e.name) : id; };

  // Elements are made and given text, so that no name is ever read as markup.
  const make = (tag, text, ...children) => {
    const e = document.createElement(tag);
    if (text) e.textContent = text;
    e.append(...children);
    return e;
  };
  const list = items => make("ul", "", ...items.map(i => make("li", i)));
  const table = (head, rows) => make("table", "",
    make("tr", "", ...head.map(h => make("th", h))),
    ...rows.map(r => make("tr", "", ...r.map(c => c instanceof Node ? make("td", "", c) : make("td", c)))));
  const place = at => at.file ? at.file + ":" + at.line : "";

  const clear = () => {
    for (const n of nodes) n.classList.remove("off", "hit", "others");
    for (const l of links) l.classList.remove("off", "hit");
  };
  const mark = (hit, others) => {
    clear();
    for (const n of nodes) {
      n.classList.toggle("hit", hit.has(n));
      n.classList.toggle("others", others.has(n));
      n.classList.toggle("off", !hit.has(n) && !others.has(n));
    }
    const on = new Set([...hit, ...others].map(n => n.id));
    for (const l of links) {
      const both = on.has(l.dataset.from) && on.has(l.dataset.to);
      l.classList.toggle("hit", both);
      l.classList.toggle("off", !both);
    }
  };

  const steps = r => r.steps.map(s => s.func + " (" + place(s.at) + ")").join(" → ");
  const way = r => {
    const i = map.routes.indexOf(r);
    const behind = [...r.gates, r.client, r.transport].filter(x => x).join(", ") || "-";
    const cell = make("details", "", make("summary", entryName(r.entry)), make("code", steps(r)));
    return [cell, data.tries[i], data.deadlines[i], behind, r.fallback.join(", ") || "-"];
  };

  const dependency = id => {
    const d = map.dependencies.find(d => d.id === id);
    const b = map.blast.find(b => b.dependency === id);
    const ways = map.routes.filter(r => r.dependency === id);
    const hit = new Set([node("dependency", id)]), others = new Set();
    for (const e of b.entries) hit.add(node("entry", e));
    for (const r of ways) for (const g of [...r.gates, r.client]) if (node("resource", g)) hit.add(node("resource", g));
    for (const e of b.others) others.add(node("entry", e));
    for (const t of b.through) for (const o of t.dependencies) others.add(node("dependency", o));
    mark(hit, others);
    details.replaceChildren(
      make("h2", d.name), make("p", d.library + ", known by: " + d.known),
      make("h3", "If it slows to 3 s"),
      make("p", b.entries.length + " entry point(s) wait for it"), list(b.entries.map(entryName)),
      ...b.through.flatMap(t => [
        make("p", "through " + t.resource + " callers of " + t.dependencies.join(", ") + " feel it: " + data.effects[t.resource])]),
      ...(b.others.length ? [make("p", b.others.length + " entry point(s) that do not call it feel it, too"), list(b.others.map(entryName))] : []),
      make("h3", "Where it is called"), list(d.sites.map(s => place(s.at) + "  " + s.func + " calls " + s.callee)),
      make("h3", "Ways"), table(["from", "attempts", "deadline", "behind", "falls back to"], ways.map(way)));
  };

  const entry = id => {
    const e = entries.get(id);
    const ways = map.routes.filter(r => r.entry === id);
    const hit = new Set([node("entry", id)]);
    for (const r of ways) {
      hit.add(node("dependency", r.dependency));
      for (const g of [...r.gates, r.client]) if (node("resource", g)) hit.add(node("resource", g));
    }
    mark(hit, new Set());
    details.replaceChildren(make("h2", entryName(id)), make("p", e.name + "  " + place(e.at)),
      ...(e.programs.length ? [make("p", "in " + e.programs.join(", "))] : []),
      make("h3", "Depends on"),
      table(["dependency", "attempts", "deadline", "behind"], ways.map(r => { const w = way(r); return [r.dependency, w[1], w[2], w[3]]; })));
  };

  const resource = id => {
    const r = resources.get(id);
    const hit = new Set([node("resource", id)]);
    for (const d of r.dependencies) hit.add(node("dependency", d));
    for (const e of r.entries) hit.add(node("entry", e));
    mark(hit, new Set());
    details.replaceChildren(make("h2", id), make("p", (r.made ? r.made + "  " : "") + place(r.at)),
      ...(data.effects[id] ? [make("p", "If one of these slows to 3 s: " + data.effects[id])] : []),
      make("h3", "Behind it"), list(r.dependencies), make("h3", "Before it"), list(r.entries.map(entryName)));
  };

  const show = { dependency, entry, resource };
  const find = text => {
    clear();
    const q = text.trim().toLowerCase();
    if (!q) return;
    const hit = new Set(nodes.filter(n => n.querySelector("title").textContent.toLowerCase().includes(q)));
    mark(hit, new Set());
    document.getElementById("count").textContent = hit.size + " found";
  };

  // What is shown stands in the address, so that a link leads back to it.
  const follow = () => {
    const p = new URLSearchParams(location.hash.slice(1));
    for (const kind of Object.keys(show)) {
      const id = p.get(kind);
      if (id !== null && node(kind, id)) return show[kind](id);
    }
    search.value = p.get("q") || "";
    find(search.value);
  };
  for (const n of nodes) {
    const kind = Object.keys(show).find(k => n.classList.contains(k));
    const go = () => { location.hash = new URLSearchParams({ [kind]: n.dataset.of }); };
    n.addEventListener("click", go);
    n.addEventListener("keydown", e => { if (e.key === "Enter") go(); });
  }
  search.addEventListener("input", () => find(search.value));
  window.addEventListener("hashchange", follow);
  follow();
})();
