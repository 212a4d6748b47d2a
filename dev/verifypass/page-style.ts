/**
 * The styles of the stand-in's window, which is 475 by 700. They use the site's evening colours and none of
 * VerifyPass's.
 */
export const PAGE_STYLE = `
:root {
  --night: #090d20; --dusk: #111832; --haze: #2b3760; --paper: #f6f2ea; --paper-dim: #c6cbdf;
  --sunset: #ff7f61; --amber: #ffb961; --lagoon: #5ed8cc; --ok: #64d79b; --danger: #ff7a8e;
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--paper); background: var(--night); color-scheme: dark;
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: linear-gradient(#43204f, #1d1a45 11rem, var(--night) 20rem) no-repeat; }
header { padding: 8px 20px; font-size: 13px; background: #1b1409; color: var(--amber); border-bottom: 1px solid #5b431c; }
header strong { margin-right: 8px; padding: 1px 8px; border-radius: 6px; background: var(--amber); color: #1b1409; letter-spacing: .06em; text-transform: uppercase; font-size: 11px; }
main { max-width: 475px; margin: 0 auto; padding: 20px 20px 16px; }
.title { display: flex; gap: 12px; align-items: center; margin-bottom: 8px; }
.title h1 { margin: 0; }
.shield { flex: none; width: 40px; height: 40px; }
h1 { margin: 0 0 4px; font-size: 25px; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 14px; }
p { margin: 0; color: var(--paper-dim); }
fieldset, .mail, .ends { border: 0; margin: 16px 0 0; padding: 0; min-width: 0; }
legend, .mail label, h2 { display: block; padding: 0; margin-bottom: 6px; font-weight: 650; font-size: 14px; }
.groups { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.groups label { display: flex; gap: 10px; align-items: center; min-height: 48px; padding: 8px 12px; border: 1px solid var(--haze); border-radius: 10px; background: var(--dusk); cursor: pointer; }
.groups label:has(:checked) { border-color: var(--lagoon); background: #12303f; }
.groups input { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--lagoon); }
.mail input { width: 100%; height: 44px; padding: 0 12px; font: inherit; color: inherit; background: var(--dusk); border: 1px solid var(--haze); border-radius: 10px; }
.mail input[readonly] { color: var(--paper-dim); border-style: dashed; }
.mail p { margin-top: 6px; font-size: 13px; }
.ends { padding: 14px; border: 1px dashed #5b431c; border-radius: 16px; background: rgb(27 20 9 / .55); }
.ends > p { font-size: 13px; margin: -4px 0 10px; }
button { font: inherit; cursor: pointer; border-radius: 10px; }
.end { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; width: 100%; min-height: 44px; padding: 9px 14px; margin-top: 8px; text-align: left; color: inherit; background: var(--dusk); border: 1px solid var(--haze); border-left: 4px solid var(--tone); }
.end:hover { border-color: var(--tone); }
.end b { min-width: 72px; color: var(--tone); }
.end span { font-size: 13px; color: var(--paper-dim); }
.approve { --tone: var(--ok); } .pending { --tone: var(--amber); } .deny { --tone: var(--danger); }
.close { width: 100%; min-height: 44px; margin-top: 14px; border: 1px solid #6b7ba0; background: transparent; color: var(--paper); font-weight: 600; }
.close:hover { background: var(--dusk); }
.outcome { margin-top: 15vh; text-align: center; }
.outcome .mark { display: block; width: 88px; height: 88px; margin: 0 auto 20px; color: var(--tone); }
.outcome p { margin-top: 12px; }
.outcome .close { margin-top: 28px; }
:focus-visible { outline: 3px solid var(--lagoon); outline-offset: 2px; }
`
