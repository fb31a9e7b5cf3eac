import './design/tokens.css'
import './design/font/font.css'
import './design/base.css'
import { accessToken, onSessionChange } from './api/session.ts'
import { hydrate } from './render/hydrate.tsx'
import { nextTask } from './render/next-task.ts'
import { start } from './shell/start.ts'

/** Before hydration if there is a token, so that no call uses an expired one; guests get it after hydration. */
const loadSession = () => import('./features/session/begin-session.ts')

async function begin(): Promise<void> {
  const hasToken = accessToken() !== null
  if (hasToken) {
    const { beginSession, isOfAnother } = await loadSession()
    if (isOfAnother()) return
    beginSession()
  }
  // A page that signs in itself, such as that of a sign-in link, leads on by itself.
  let isSignedInHere = false
  if (!hasToken) onSessionChange(({ isSignedIn }) => (isSignedInHere ||= isSignedIn))
  start(await hydrate())
  if (hasToken) return
  ;(await loadSession()).beginSession()
  // Another tab has signed in meanwhile.
  if (accessToken() !== null && !isSignedInHere) location.reload()
}

// Parsing and evaluating the modules is a task of its own.
const started = nextTask().then(begin)
// In development every sheet is imported by now; the linked ones would keep removed rules.
if (import.meta.hot)
  void started.then(() => document.querySelectorAll('link[href$="?direct"]').forEach((link) => link.remove()))
