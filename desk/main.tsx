/** The desk's entry: one page whose path names what it shows. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import '#web/design/tokens.css'
import '#web/design/base.css'
import '#web/design/font/font.css'
import './desk.css'
import { Refused } from './api.ts'
import { Desk } from './desk.tsx'

/** As the system is set, and as it changes. */
const dark = matchMedia('(prefers-color-scheme: dark)')
const showTheme = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light')
showTheme()
dark.addEventListener('change', showTheme)

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; a lost connection is tried again.
      retry: (count, error) => !(error instanceof Refused) && count < 2,
      staleTime: 5_000,
      // Without a connection the page says so, instead of waiting for one.
      networkMode: 'always',
    },
  },
})

createRoot(document.getElementById('desk')!).render(
  <QueryClientProvider client={queries}>
    <Desk />
  </QueryClientProvider>,
)
