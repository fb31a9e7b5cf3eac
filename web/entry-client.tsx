import './design/tokens.css'
import './design/font/font.css'
import './design/base.css'
import { beginSession } from './features/session/begin-session.ts'
import { hydrate } from './render/hydrate.tsx'
import { start } from './shell/start.ts'

beginSession()
const started = hydrate().then(start)
// In development every sheet is imported by now; the linked ones would keep removed rules.
if (import.meta.hot)
  void started.then(() => document.querySelectorAll('link[href$="?direct"]').forEach((link) => link.remove()))
