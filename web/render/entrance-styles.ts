/** What sign-in and registration without scripts are drawn with; built for its styles (vite.entrance.config.ts). */
import '../design/tokens.css'
import '../design/font/font.css'
import '../design/base.css'

export { EntrancePage } from './entrance-page.tsx'
