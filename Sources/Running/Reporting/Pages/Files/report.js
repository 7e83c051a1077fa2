// The list of cases, the search and the filters of a report. All text goes into the page as text.
(() => {
  const find = (id) => document.getElementById(id);
  const query = find("query"), part = find("part"), verdict = find("verdict"), state = find("state");
  const order = find("order"), found = find("found"), body = find("case-rows"), more = find("more-cases");
  const data = JSON.parse(find("case-data").textContent);
  const pageSize = 100;
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  function make(tag, name, text) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function option(select, value, text) {
    const element = make("option", "", text);
    element.value = value;
    select.append(element);
  }

  // Cases: [id, part, verdict, milliseconds, clauses, reason, findings, command].
  const cases = data.cases;
  const clauseTexts = data.clauses.map(([id, sentence]) => `${id} ${sentence}`.toLowerCase());
  const texts = cases.map((item) => {
    let text = `${item[0]} ${data.parts[item[1]]} ${data.verdicts[item[2]][2]} ${item[5] ?? ""}`;
    for (const finding of item[6] ?? []) text += ` ${finding[0]} ${finding[3]} ${finding[4]} ${finding[5]}`;
    return text.toLowerCase();
  });
  data.parts.forEach((name, index) => option(part, String(index), name));
  data.verdicts.forEach(([name, , word], index) => {
    const count = cases.reduce((sum, item) => sum + (item[2] === index ? 1 : 0), 0);
    if (count > 0) option(verdict, name, `${word} (${count.toLocaleString("en")})`);
  });

  // What stands in the page.
  const failures = [...document.querySelectorAll("article.failure")].map((element) => ({
    element, text: element.textContent.toLowerCase(), verdict: element.dataset.verdict, part: element.dataset.part,
  }));
  const sections = [...document.querySelectorAll("table.requirements tbody")].map((element) => ({
    element,
    rows: [...element.querySelectorAll("tr.requirement")].map((row) => ({
      row, text: row.textContent.toLowerCase(), states: row.dataset.states,
    })),
  }));
  const tiles = [...document.querySelectorAll("a.tile")].map((element) => ({
    element, item: element.parentElement, anchor: decodeURIComponent(element.hash.slice(1)),
    state: element.dataset.state, part: element.closest("[data-part]")?.dataset.part,
  }));
  const editions = [...document.querySelectorAll(".edition")];
  const words = [...document.querySelectorAll("details.words")];

  let shown = [];
  let rowsShown = 0;
  let openCase = -1;

  function wanted() {
    return {
      words: query.value.toLowerCase().split(/\s+/).filter(Boolean),
      part: part.value === "" ? -1 : Number(part.value),
      verdict: verdict.value === "" ? -1 : data.verdicts.findIndex(([name]) => name === verdict.value),
      state: state.value,
    };
  }

  function filterCases(filter) {
    // A word that names a requirement, or stands in its sentence, finds its cases.
    const clauseSets = filter.words.map((word) => {
      const set = new Set();
      clauseTexts.forEach((text, index) => { if (text.includes(word)) set.add(index); });
      return set;
    });
    shown = [];
    for (let index = 0; index < cases.length; index++) {
      const item = cases[index];
      if (filter.part >= 0 && item[1] !== filter.part) continue;
      if (filter.verdict >= 0 && item[2] !== filter.verdict) continue;
      const fits = filter.words.every((word, place) => texts[index].includes(word)
        || (clauseSets[place].size > 0 && item[4].some((clause) => clauseSets[place].has(clause))));
      if (fits) shown.push(index);
    }
    if (order.value === "slow") shown.sort((one, other) => cases[other][3] - cases[one][3]);
    if (order.value === "name") {
      shown.sort((one, other) => (cases[one][0] < cases[other][0] ? -1 : cases[one][0] > cases[other][0] ? 1 : one - other));
    }
  }

  function filterPage(filter) {
    const holds = (text) => filter.words.every((word) => text.includes(word));
    const partName = filter.part < 0 ? "" : data.parts[filter.part];
    const verdictWord = filter.verdict < 0 ? "" : data.verdicts[filter.verdict][2];
    let failureCount = 0, requirementCount = 0;
    for (const failure of failures) {
      const fits = holds(failure.text) && (!verdictWord || failure.verdict === verdictWord)
        && (!partName || failure.part === partName || failure.text.includes(partName.toLowerCase()));
      failure.element.hidden = !fits;
      if (fits) failureCount += 1;
    }
    for (const group of document.querySelectorAll("section.failures")) {
      group.hidden = !group.querySelector("article.failure:not([hidden])");
    }
    const hiddenRows = new Set();
    for (const section of sections) {
      let any = false;
      for (const { row, text, states } of section.rows) {
        const fits = holds(text) && (!filter.state || ` ${states} `.includes(` ${filter.state} `));
        row.hidden = !fits;
        any ||= fits;
        if (fits) requirementCount += 1; else hiddenRows.add(row.id);
      }
      section.element.hidden = !any;
    }
    for (const tile of tiles) {
      tile.item.hidden = hiddenRows.has(tile.anchor) || (filter.state !== "" && tile.state !== filter.state);
    }
    for (const edition of editions) {
      let any = false;
      for (const section of edition.querySelectorAll(".grid > div")) {
        section.hidden = !section.querySelector("li:not([hidden])");
        any ||= !section.hidden;
      }
      edition.hidden = !any || (partName !== "" && edition.dataset.part !== partName);
    }
    if (filter.words.length > 0 || filter.state) {
      for (const details of words) details.open = Boolean(details.querySelector("tr.requirement:not([hidden])"));
    }
    return { failureCount, requirementCount };
  }

  function markOf(item) {
    const [, sign, word, tone] = data.verdicts[item[2]];
    const mark = make("span", `mark ${tone}`);
    const glyph = make("span", "sign", sign);
    glyph.setAttribute("aria-hidden", "true");
    mark.append(glyph, ` ${word}`);
    return mark;
  }
  function time(milliseconds) {
    return milliseconds < 1000 ? `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  }

  function detailOf(item) {
    const row = make("tr", "detail");
    const cell = make("td");
    cell.colSpan = 4;
    const list = make("ul", "plain");
    for (const index of item[4]) {
      const [id, sentence] = data.clauses[index];
      const entry = make("li");
      const link = make("a", "", id);
      link.href = `#${encodeURIComponent(id)}`;
      entry.append(link, ` ${sentence}`);
      list.append(entry);
    }
    cell.append(list);
    if (item[5]) cell.append(make("p", "message", item[5]));
    for (const [clause, level, step, message, expected, observed] of item[6] ?? []) {
      cell.append(make("p", "message", `${clause} (${level.toUpperCase()}), ${step === 0 ? "at the start" : `step ${step}`}: ${message}`));
      if (!expected && !observed) continue;
      const contrast = make("dl", "contrast");
      for (const [name, text] of [["Expected", expected], ["Observed", observed]]) {
        const pair = make("div");
        const value = make("dd");
        value.append(make("code", "", text));
        pair.append(make("dt", "", name), value);
        contrast.append(pair);
      }
      cell.append(contrast);
    }
    if (item[7]) {
      const block = make("pre", "command");
      block.append(make("code", "", item[7]));
      assayPage.addCopyButton(block);
      cell.append(block);
    }
    row.append(cell);
    return row;
  }

  function rowOf(index) {
    const item = cases[index];
    const row = make("tr", "case");
    row.dataset.case = String(index);
    const first = make("td");
    first.append(markOf(item));
    const name = make("td");
    const button = make("button", "case-name", item[0]);
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => toggle(row));
    name.append(button, make("span", "narrow note", `${data.parts[item[1]]}, ${time(item[3])}`));
    row.append(first, name, make("td", "wide", data.parts[item[1]]), make("td", "number wide", time(item[3])));
    return row;
  }

  function toggle(row, isOpen = row.querySelector("button").getAttribute("aria-expanded") !== "true", notes = true) {
    const button = row.querySelector("button");
    if ((button.getAttribute("aria-expanded") === "true") !== isOpen) {
      button.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) row.after(detailOf(cases[Number(row.dataset.case)]));
      else row.nextElementSibling.remove();
    }
    openCase = isOpen ? Number(row.dataset.case) : -1;
    if (notes) note();
  }

  function showRows(upTo) {
    const fragment = document.createDocumentFragment();
    for (; rowsShown < Math.min(upTo, shown.length); rowsShown++) fragment.append(rowOf(shown[rowsShown]));
    body.append(fragment);
    more.hidden = rowsShown >= shown.length;
    more.textContent = `Show more (${(shown.length - rowsShown).toLocaleString("en")} left)`;
  }

  function apply() {
    performance.mark("assay-search");
    const filter = wanted();
    filterCases(filter);
    const { failureCount, requirementCount } = filterPage(filter);
    body.replaceChildren();
    rowsShown = 0;
    showRows(pageSize);
    const isFiltered = filter.words.length > 0 || filter.part >= 0 || filter.verdict >= 0 || filter.state !== "";
    find("case-count").textContent = `${plural(shown.length, "case")}${shown.length < cases.length ? ` of ${cases.length.toLocaleString("en")}` : ""}`;
    found.textContent = isFiltered
      ? `${plural(failureCount, "cause")} of failure, ${plural(requirementCount, "requirement")}, ${plural(shown.length, "case")}` : "";
    performance.measure("assay-search", "assay-search");
  }

  // The address holds the filters, so that a link leads to what somebody sees.
  let noted = "";
  function note() {
    const values = new URLSearchParams();
    if (query.value) values.set("q", query.value);
    if (part.value) values.set("suite", data.parts[Number(part.value)]);
    if (verdict.value) values.set("verdict", verdict.value);
    if (state.value) values.set("state", state.value);
    if (openCase >= 0) values.set("case", `${data.parts[cases[openCase][1]]} ${cases[openCase][0]}`);
    const text = values.toString();
    if (text === noted) return;
    noted = text;
    try { history.replaceState(null, "", `#${text}`); } catch { /* The filters hold all the same. */ }
  }

  function openNamed(name) {
    const index = cases.findIndex((item) => `${data.parts[item[1]]} ${item[0]}` === name);
    if (index < 0) {
      found.textContent = `The list has no case ${name}`;
      return;
    }
    if (!shown.includes(index)) {
      for (const control of [query, part, verdict, state]) control.value = "";
      apply();
    }
    showRows(shown.indexOf(index) + 1);
    const row = body.querySelector(`tr[data-case="${index}"]`);
    toggle(row, true);
    row.scrollIntoView({ block: "center" });
    row.querySelector("button").focus({ preventScroll: true });
  }

  function read() {
    const text = location.hash.slice(1);
    if (!text.includes("=") || text === noted) return;
    const values = new URLSearchParams(text);
    query.value = values.get("q") ?? "";
    const place = data.parts.indexOf(values.get("suite"));
    part.value = place < 0 ? "" : String(place);
    verdict.value = values.get("verdict") ?? "";
    if (verdict.selectedIndex < 0) verdict.value = "";
    state.value = values.get("state") ?? "";
    if (state.selectedIndex < 0) state.value = "";
    openCase = -1;
    apply();
    if (values.has("case")) openNamed(values.get("case"));
    else {
      const target = values.has("verdict") ? "cases" : "failures";
      find(target).scrollIntoView();
    }
    note();
  }

  let waiting = 0;
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(() => { openCase = -1; apply(); note(); }, 60);
  }
  query.addEventListener("input", soon);
  for (const control of [part, verdict, state, order]) control.addEventListener("change", soon);
  find("clear").addEventListener("click", () => {
    for (const control of [query, part, verdict, state]) control.value = "";
    openCase = -1;
    apply();
    note();
    query.focus();
  });
  more.addEventListener("click", () => {
    const first = rowsShown;
    showRows(rowsShown + 2 * pageSize);
    body.querySelector(`tr[data-case="${shown[first]}"] button`)?.focus();
  });
  addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
    }
    if (event.key === "Escape" && document.activeElement === query && query.value) {
      query.value = "";
      soon();
    }
  });
  addEventListener("hashchange", read);
  apply();
  read();
})();
