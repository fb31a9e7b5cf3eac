/** The sandbox's style. It differs clearly from the site's, so that the two are not confused. */
export const style = `
:root{color-scheme:light dark;--paper:light-dark(#f4f1ea,#16181d);--sheet:light-dark(#fffdf8,#1f2229);--ink:light-dark(#1d1b16,#f1efe9);--soft:light-dark(#655f52,#a7a294);--line:light-dark(#e2dccd,#343843);--go:light-dark(#1f5fbf,#7fb0ff);--go-ink:light-dark(#fff,#0c1a30);--no:light-dark(#a3262a,#ff9a96);--ok:light-dark(#1c6b3a,#7fd8a0)}
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;background:var(--paper);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;display:flex;flex-direction:column}
.banner{background:var(--ink);color:var(--paper);text-align:center;padding:8px 16px;font-size:14px}
main{flex:1;display:grid;place-content:center;padding:24px 16px;grid-template-columns:minmax(0,28rem)}
main.wide{grid-template-columns:minmax(0,60rem);place-content:start center;gap:24px}
.sheet{background:var(--sheet);border:1px solid var(--line);border-radius:16px;padding:24px;display:grid;gap:16px}
h1{font-size:20px;line-height:1.3}h2{font-size:18px}
.brand{display:flex;align-items:center;gap:8px;font-weight:650;color:var(--soft);font-size:14px}
.brand svg{width:20px;height:20px}
.amount{font-size:clamp(28px,10vw,44px);font-weight:700;letter-spacing:-.02em;line-height:1.1;overflow-wrap:anywhere}
.soft{color:var(--soft);font-size:14px}
label{display:grid;gap:4px;font-size:14px;color:var(--soft)}
input,select{font:inherit;font-size:16px;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:10px 12px;min-height:44px;width:100%}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.actions{display:grid;gap:8px}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
button,.button{font:inherit;font-weight:600;border:1px solid var(--line);border-radius:8px;padding:10px 16px;min-height:44px;background:var(--sheet);color:var(--ink);cursor:pointer;text-align:center;text-decoration:none}
button.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
button.no{color:var(--no)}
:focus-visible{outline:2px solid var(--go);outline-offset:2px}
.state{font-weight:600}.state[data-is=succeeded],.state[data-is=sent]{color:var(--ok)}.state[data-is=failed],.state[data-is=cancelled]{color:var(--no)}
.list{display:grid;gap:0}.list>li{list-style:none;padding:12px 0;border-top:1px solid var(--line);display:grid;gap:8px}
ul{padding:0}.list>li:first-child{border-top:0;padding-top:0}
.split{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;align-items:baseline}
code,pre{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
a{color:var(--go)}
iframe.mail{width:100%;height:min(70dvh,52rem);border:1px solid var(--line);border-radius:8px;background:#fff}
details{display:grid;gap:8px}summary{cursor:pointer;min-height:24px}
`
