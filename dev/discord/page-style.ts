/** The styles of the stand-in's pages. They use the site's evening colours and none of Discord's. */
export const PAGE_STYLE = `
:root {
  --night: #0a1020; --dusk: #131c31; --haze: #2a3856; --paper: #f4f6fb; --paper-dim: #c3cde0;
  --sunset: #ff8a66; --amber: #ffc168; --lagoon: #5fd6cc;
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--paper); background: var(--night);
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: radial-gradient(90rem 30rem at 50% -9rem, #a4503f 0%, #6a3450 28%, #2a2450 55%, transparent 78%) no-repeat; }
header { padding: 10px 16px; text-align: center; font-size: 14px; background: #1b1409; color: var(--amber); border-bottom: 1px solid #5b431c; }
header strong { display: inline-block; margin-right: 8px; padding: 0 8px; border-radius: 6px; background: var(--amber); color: #1b1409; letter-spacing: .06em; text-transform: uppercase; font-size: 12px; line-height: 20px; }
main { max-width: 1040px; margin: 0 auto; padding: 48px 20px 64px; }
h1 { margin: 0 0 12px; font-size: clamp(28px, 5vw, 40px); line-height: 1.15; letter-spacing: -.01em; text-wrap: balance; }
p { margin: 0 0 16px; color: var(--paper-dim); }
.asks { margin: 0 0 8px; }
.scopes { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 24px; padding: 0; list-style: none; }
.scopes li { padding: 4px 12px; border: 1px solid var(--haze); border-radius: 16px; background: var(--dusk); font-size: 14px; }
.stay { display: inline-flex; gap: 10px; align-items: center; min-height: 40px; margin-bottom: 16px; color: var(--paper-dim); cursor: pointer; }
.stay input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--lagoon); }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 12px; margin: 0 0 28px; padding: 0; list-style: none; }
button, .ways a { font: inherit; cursor: pointer; border-radius: 10px; }
.person { display: grid; grid-template-columns: 48px 1fr; gap: 10px 14px; align-content: start; align-items: center; width: 100%; height: 100%; padding: 16px; text-align: left; color: inherit; background: var(--dusk); border: 1px solid var(--haze); transition: border-color .12s, transform .12s; }
.person:hover { border-color: var(--sunset); transform: translateY(-2px); }
.person img, .narrow img { border-radius: 50%; display: block; }
.who { display: grid; justify-items: start; }
.name { font-weight: 650; font-size: 17px; }
.title { color: var(--amber); font-size: 14px; }
.sees { grid-column: 1 / -1; color: var(--paper-dim); font-size: 14px; }
.ways { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 0; }
.ways button { min-height: 44px; padding: 0 24px; font-weight: 600; }
.allow { border: 0; background: var(--sunset); color: #1d0c06; }
.deny { border: 1px solid #6b7ba0; background: transparent; color: var(--paper); }
.deny:hover { background: var(--dusk); }
.ways a { color: var(--lagoon); padding: 8px; }
.narrow { max-width: 520px; margin: 6vh auto 0; padding: 32px; border: 1px solid var(--haze); border-radius: 16px; background: var(--dusk); }
.narrow img { margin-bottom: 16px; }
.narrow .scopes li { background: var(--night); }
h2 { margin: 0 0 12px; font-size: 20px; line-height: 1.2; }
small { color: var(--paper-dim); font-size: 14px; }
.done { min-height: 24px; margin: 0 0 20px; color: var(--lagoon); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 360px; gap: 24px; align-items: start; }
.console section, .channels section { margin-bottom: 24px; padding: 20px; border: 1px solid var(--haze); border-radius: 16px; background: var(--dusk); }
.console button { min-height: 36px; padding: 0 14px; border: 1px solid #6b7ba0; background: var(--night); color: var(--paper); font-size: 14px; font-weight: 600; }
.console button:hover { border-color: var(--lagoon); }
.console button[value="go-down"], .console button[value="kick"], .console button[value="ban"], .console button[value="delete-role"] { border-color: #b5566b; color: #ffb3bf; }
.search { display: grid; grid-template-columns: 1fr auto; gap: 8px; margin-bottom: 16px; }
.search label { grid-column: 1 / -1; color: var(--paper-dim); font-size: 14px; }
.search input, .members form + form input { min-height: 40px; padding: 0 12px; border: 1px solid #6b7ba0; border-radius: 10px; background: var(--night); color: inherit; font: inherit; min-width: 0; }
.members, .rows, .calls { display: grid; margin: 0; padding: 0; list-style: none; }
.members li { border-top: 1px solid var(--haze); scroll-margin-top: 24px; }
.members li:target { background: #1a2540; box-shadow: 0 0 0 8px #1a2540; border-color: transparent; }
.members form { display: grid; grid-template-columns: 40px 1fr auto; gap: 6px 14px; align-items: center; padding: 12px 0; }
.members form + form { display: flex; gap: 8px; margin-left: 54px; padding-top: 0; }
.members fieldset { grid-column: 2 / -1; grid-row: 2; }
.members img { border-radius: 50%; display: block; }
.members .gone img { filter: grayscale(1) opacity(.6); }
.members .name { font-size: 16px; }
fieldset { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
fieldset label { display: inline-flex; gap: 6px; align-items: center; min-height: 28px; font-size: 14px; cursor: pointer; }
fieldset input { width: 16px; height: 16px; margin: 0; accent-color: var(--lagoon); }
.members .ways { gap: 8px; flex-wrap: nowrap; }
.members .done { margin: 0 0 12px 54px; }
.state strong { margin-right: 8px; }
.good { color: #7fe0a5; } .bad { color: #ff9aa8; }
.console section > form { display: flex; gap: 8px; }
.console section > form.search { display: grid; }
.rows li { display: flex; gap: 8px; align-items: center; justify-content: space-between; padding: 6px 0; border-top: 1px solid var(--haze); }
.rows small { display: block; }
.rows { max-height: 420px; overflow-y: auto; }
.calls li { display: flex; gap: 12px; justify-content: space-between; padding: 4px 0; border-top: 1px solid var(--haze); font-size: 13px; color: var(--paper-dim); }
.calls code { overflow-wrap: anywhere; font-size: 12px; }
.channels a, .console > p a, .narrow p > a { color: var(--lagoon); overflow-wrap: anywhere; }
.channels section > p { margin: 0; }
.channels ol { margin: 0; padding: 0; list-style: none; }
.channels li { padding: 10px 0; border-top: 1px solid var(--haze); }
.channels li p { margin: 0; color: var(--paper); white-space: pre-line; overflow-wrap: anywhere; }
.channels time { color: var(--paper-dim); font-size: 13px; }
:focus-visible { outline: 3px solid var(--lagoon); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .person { transition: none; } .person:hover { transform: none; } }
@media (max-width: 960px) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 700px) {
  .members form { grid-template-columns: 40px 1fr; }
  .members form + form { margin-left: 0; }
  .members fieldset, .members .ways { grid-column: 1 / -1; grid-row: auto; }
  .members .ways { flex-wrap: wrap; }
}
@media (max-width: 480px) { main { padding: 28px 16px 40px; } .narrow { padding: 24px; } }
`
