/** Imports the styles of sign-in and registration without scripts; vite.entrance.config.ts builds them from here. */
import '../design/tokens.css'
import '../design/font/font.css'
import '../design/base.css'

export { EntrancePage } from './entrance-page.tsx'
