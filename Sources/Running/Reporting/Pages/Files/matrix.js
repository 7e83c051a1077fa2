// The search and the filter of a matrix.
(() => {
  const query = document.getElementById("query"), show = document.getElementById("show"), found = document.getElementById("found");
  const sections = [...document.querySelectorAll("table.requirements tbody")].map((element) => ({
    element,
    rows: [...element.querySelectorAll("tr.requirement")].map((row) => ({ row, text: row.textContent.toLowerCase() })),
  }));
  function apply() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, rows } of sections) {
      let any = false;
      for (const { row, text } of rows) {
        const fits = words.every((word) => text.includes(word))
          && (show.value !== "differs" || row.classList.contains("differs"))
          && (show.value !== "failed" || row.dataset.failed === "true");
        row.hidden = !fits;
        any ||= fits;
        if (fits) count += 1;
      }
      element.hidden = !any;
    }
    found.textContent = words.length > 0 || show.value !== "all"
      ? `${count.toLocaleString("en")} requirement${count === 1 ? "" : "s"}` : "";
    const values = new URLSearchParams();
    if (query.value) values.set("q", query.value);
    if (show.value !== "all") values.set("show", show.value);
    if (values.size > 0 || location.hash.includes("=")) {
      try { history.replaceState(null, "", `#${values}`); } catch { /* The filters hold all the same. */ }
    }
  }
  function read() {
    if (!location.hash.includes("=")) return;
    const values = new URLSearchParams(location.hash.slice(1));
    query.value = values.get("q") ?? "";
    show.value = values.get("show") ?? "all";
    if (show.selectedIndex < 0) show.value = "all";
    apply();
  }
  query.addEventListener("input", apply);
  show.addEventListener("change", apply);
  addEventListener("hashchange", read);
  read();
})();
