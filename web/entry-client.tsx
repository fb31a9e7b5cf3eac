import './design/tokens.css'
import './design/base.css'
import { hydrate } from './render/hydrate.tsx'
import { start } from './shell/start.ts'

void hydrate().then(start)
