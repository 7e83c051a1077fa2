// Before anything is painted: the reader's own choice of light or dark, where there is one.
document.documentElement.classList.add("scripted");
try {
  const theme = localStorage.getItem("assay-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* Without storage the system decides. */ }
