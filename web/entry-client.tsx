import './design/tokens.css'
import './design/font/font.css'
import './design/base.css'
import { beginSession } from './features/session/begin-session.ts'
import { hydrate } from './render/hydrate.tsx'
import { start } from './shell/start.ts'

beginSession()
void hydrate().then(start)
