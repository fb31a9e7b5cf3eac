import './design/tokens.css'
import './design/font/font.css'
import './design/base.css'
import { accessToken, onSessionChange } from './api/session.ts'
import { hydrate } from './render/hydrate.tsx'
import { nextTask } from './render/next-task.ts'
import { start } from './shell/start.ts'

/** Players load this chunk before hydration, so that no call uses an expired token; guests load it afterwards. */
const loadSession = () => import('./features/session/begin-session.ts')

async function begin(): Promise<void> {
  const hasToken = accessToken() !== null
  if (hasToken) {
    const { beginSession, isOtherPlayersPage } = await loadSession()
    if (isOtherPlayersPage()) return
    beginSession()
  }
  // A page that signs the visitor in, such as that of a sign-in link, navigates by itself; it needs no reload.
  let isSignedInHere = false
  if (!hasToken) onSessionChange(({ isSignedIn }) => (isSignedInHere ||= isSignedIn))
  start(await hydrate())
  if (hasToken) return
  ;(await loadSession()).beginSession()
  // The visitor has signed in from another tab in the meantime.
  if (accessToken() !== null && !isSignedInHere) location.reload()
}

// The delay keeps hydration out of the task that parses and evaluates the modules.
const started = nextTask().then(begin)
// In development the imports above have added every style sheet. The linked copies would keep rules removed since.
if (import.meta.hot)
  void started.then(() => document.querySelectorAll('link[href$="?direct"]').forEach((link) => link.remove()))
