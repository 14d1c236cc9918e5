/** Light or dark, following the reader's system preference. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#1c2330;--dim:#69748a;--line:#e3e7ee;
--r:#b9c4d6;--e:#7c6ce0;--c:#5b8def;--o:#d5dbe6;--G:#2f9e58;--R:#d8453a;--f:#e99a2c;--d:#5a4a56}
@media (prefers-color-scheme:dark){:root{--ground:#12151c;--card:#1a1f29;--ink:#e6eaf2;--dim:#8b96aa;--line:#2a3140;
--r:#46536a;--e:#9385f0;--c:#5b8def;--o:#333c4d;--G:#3fb56c;--R:#ee5f54;--f:#f0a941;--d:#a08897}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{margin-bottom:1.5rem}h1{font-size:1.6rem;letter-spacing:-.01em;margin:0;overflow-wrap:anywhere}
header p{margin:.1rem 0 0;color:var(--dim)}
h2{font-size:.95rem;margin:0 0 .6rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.5rem,1fr));gap:.75rem;margin-bottom:.75rem}
.tile,section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem}
.tile b{display:block;font-size:1.55rem;line-height:1.2;font-variant-numeric:tabular-nums}
.tile span{display:block}.tile small,.dim{color:var(--dim)}
.tile small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.tile.bad b,td.bad{color:var(--R)}.tile.good b,td.good{color:var(--G)}
section{margin-top:.75rem;overflow-x:auto}section p{margin:.6rem 0 0}
.steps{display:flex;flex-wrap:wrap;gap:2px}.steps i{width:9px;height:22px;border-radius:2px}
.legend{color:var(--dim);font-size:.85rem}.legend span{margin-right:1.1rem;white-space:nowrap}
.legend i{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:.4rem}
i.r{background:var(--r)}i.e{background:var(--e)}i.c{background:var(--c)}i.o{background:var(--o)}
i.G{background:var(--G)}i.R{background:var(--R)}i.f{background:var(--f)}i.d{background:var(--d)}
table{border-collapse:collapse;width:100%}
th{width:1%;text-align:left;font-weight:500;padding:.3rem 1.5rem .3rem 0;vertical-align:top;white-space:nowrap}
td{padding:.3rem 1rem .3rem 0;vertical-align:top;overflow-wrap:anywhere}
tr+tr>*{border-top:1px solid var(--line)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.tools .number{width:3rem}.bar{width:60%}.bar div{display:flex;height:12px;margin-top:.35rem;border-radius:3px;overflow:hidden}
`;
