/// The template of the page: Mustache, two braces of which escape what they are replaced by.
enum CertificatePageTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    <style>
    :root { --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #ffffff; --good: #116329; --warn: #7d4e00; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6edf3; --soft: #9da7b3; --line: #3d444d; --paper: #0d1117; --good: #56d364; --warn: #e3b341; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
    header { border: 1px solid var(--line); border-top: .4rem solid var(--good); border-radius: .4rem; padding: 1.5rem; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: .25rem 0 .75rem; }
    h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
    h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
    h1, p, code, .facts td { overflow-wrap: anywhere; }
    p { margin: .5rem 0; }
    header p:last-child { margin-bottom: 0; }
    .kind { color: var(--soft); text-transform: uppercase; letter-spacing: .08em; font-size: .8rem; margin: 0; }
    .verdict { color: var(--good); font-weight: 600; font-size: 1.1rem; }
    .soft { color: var(--soft); }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
    thead th { font-size: .85rem; color: var(--soft); font-weight: 600; }
    .facts th { width: 13rem; font-weight: 600; }
    .wide { overflow-x: auto; }
    .number { text-align: right; white-space: nowrap; }
    .state { white-space: nowrap; }
    .id, .tally { white-space: nowrap; }
    .passed .state { color: var(--good); }
    .warned .state { color: var(--warn); }
    .notTested .state, .notClaimed .state { color: var(--soft); }
    code { font: .9em/1.4 ui-monospace, SFMono-Regular, Consolas, "DejaVu Sans Mono", monospace; }
    @media (max-width: 40rem) {
      .facts, .facts tbody, .facts tr, .facts th, .facts td { display: block; width: auto; }
      .facts th { border: 0; padding-bottom: 0; }
    }
    @media print {
      :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --good: #0a4d1c; --warn: #5c3900; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      h2, h3 { break-after: avoid; }
      tr { break-inside: avoid; }
      thead { display: table-header-group; }
      @page { margin: 18mm; }
    }
    </style>
    </head>
    <body>
    <header>
    <p class="kind">Certificate of conformance</p>
    <h1>{{name}} {{version}}</h1>
    <p class="verdict">✓ Conforms to every MUST that it claims and that has a case</p>
    <p>{{#language}}Written in {{language}}. {{/language}}Issued on {{issued}}{{#issuer}} by {{issuer}}{{/issuer}}{{#validUntil}}, valid until {{validUntil}}{{/validUntil}}.</p>
    {{#rerun}}<p>{{rerun}}</p>{{/rerun}}
    </header>
    <main>
    <h2>What is certified</h2>
    <div class="wide">
    <table>
    <thead><tr><th scope="col">Suite and edition</th><th scope="col">MUST passed</th><th scope="col">SHOULD passed</th><th scope="col">Not passed</th><th scope="col" class="number">Cases judged</th></tr></thead>
    <tbody>
    {{#parts}}
    <tr><th scope="row" class="id">{{name}}</th><td class="tally">{{must}}</td><td class="tally">{{should}}</td><td>{{without}}</td><td class="number">{{cases}}</td></tr>
    {{/parts}}
    </tbody>
    </table>
    </div>
    {{#notes}}
    <p class="soft">{{.}}</p>
    {{/notes}}
    <h2>How it was tested</h2>
    <table class="facts"><tbody>
    {{#run}}
    <tr><th scope="row">{{name}}</th><td>{{value}}</td></tr>
    {{/run}}
    </tbody></table>
    <h2>How to check it</h2>
    <p>This page is for people and proves nothing by itself. The certificate is a signed file. Check it offline, with the public key of whoever has issued it:</p>
    <p><code>{{command}}</code></p>
    <table class="facts"><tbody>
    {{#digests}}
    <tr><th scope="row">{{name}}</th><td><code>{{value}}</code></td></tr>
    {{/digests}}
    </tbody></table>
    <h2>Requirements</h2>
    {{#sheets}}
    <h3>{{name}}</h3>
    <div class="wide">
    <table>
    <thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Result</th><th scope="col">What it asks for</th><th scope="col" class="number">Cases</th></tr></thead>
    <tbody>
    {{#rows}}
    <tr class="{{kind}}"><th scope="row" class="id">{{id}}</th><td>{{level}}</td><td class="state">{{mark}} {{verdict}}</td><td>{{sentence}}</td><td class="number">{{cases}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{/sheets}}
    </main>
    </body>
    </html>

    """
}
