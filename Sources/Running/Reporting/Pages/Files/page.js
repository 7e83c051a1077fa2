"use strict";
// What all pages of assay have: the switch of light and dark, commands that can be copied, and places that a link opens.
(() => {
  const root = document.documentElement;
  const theme = document.getElementById("theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  const show = () => theme.setAttribute("aria-pressed", String(isDark()));
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("assay-theme", root.dataset.theme); } catch { /* For this page only. */ }
    show();
  });
  prefersDark.addEventListener("change", show);
  show();

  function select(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  async function copy(element, button) {
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(element.textContent);
      isCopied = true;
    } catch {
      select(element);
      isCopied = document.execCommand("copy");
    }
    button.textContent = isCopied ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }

  function addCopyButton(block) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the command");
    button.addEventListener("click", () => copy(block.querySelector("code"), button));
    block.append(button);
  }
  for (const block of document.querySelectorAll("pre.command")) addCopyButton(block);

  // A place within something closed is opened.
  function reveal(id) {
    const target = document.getElementById(id);
    if (!target) return;
    for (let outer = target.parentElement; outer; outer = outer.parentElement) {
      if (outer.tagName === "DETAILS") outer.open = true;
    }
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }
  function follow() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* As it stands. */ }
    if (name && !name.includes("=")) reveal(name);
  }
  addEventListener("hashchange", follow);
  follow();

  window.assayPage = { addCopyButton, reveal };
})();
