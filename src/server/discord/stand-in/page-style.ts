/** The look of the stand-in's pages: the site's evening colours, none of Discord's. */
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
:focus-visible { outline: 3px solid var(--lagoon); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .person { transition: none; } .person:hover { transform: none; } }
@media (max-width: 480px) { main { padding: 28px 16px 40px; } .narrow { padding: 24px; } }
`
