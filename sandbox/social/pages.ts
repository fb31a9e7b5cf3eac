/** The pages of the sandbox's social providers: a choice of persons. */
import * as HttpStatus from '#contract/statuses.ts'
import { page, safe } from '../pages/layout.ts'
import { type Answer, redirect, type SandboxRoute, text } from '../router.ts'
import { sandboxBot } from './keys.ts'
import { type Oidc, signInPath } from './oidc.ts'
import { messengerPeople, people, personFromInput } from './people.ts'
import { sendBack } from './telegram.ts'

const banner = 'Sandbox: simulates accounts at other providers. The people are fictional.'
const brand =
  '<p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M10 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM2 18c1-4 4-6 8-6s7 2 8 6z"/></svg>Plainpass</p>'
const sheet = (title: string, body: string, status = HttpStatus.ok): Answer =>
  page(title, `<section class="sheet" style="grid-template-columns:minmax(0,1fr)">${brand}${body}</section>`, {
    banner,
    status,
  })
const over = () =>
  sheet(
    'Sign-in ended',
    '<h1>This sign-in has ended</h1><p class="soft">Go back to Fairhouse and start again.</p>',
    HttpStatus.notFound,
  )

export function socialRoutes({ oidc, secret }: { oidc: Oidc; secret: string }): SandboxRoute[] {
  return [
    {
      method: 'GET',
      path: `${signInPath}/:uid`,
      async handle({ params }) {
        const asked = await oidc.read(params.uid!)
        return asked ? choosePage(params.uid!, asked.connection) : over()
      },
    },
    {
      method: 'POST',
      path: `${signInPath}/:uid`,
      async handle({ params, body }) {
        const person = body.person
          ? people.find(({ id }) => id === body.person)
          : personFromInput(body.email, {
              isVerified: body.verified === 'on',
              isMultiFactor: body.multifactor === 'on',
            })
        if (!person && body.decline === undefined) return redirect(`${signInPath}/${params.uid}`)
        const to = await oidc.decide(params.uid!, person ?? null)
        return to ? redirect(to) : over()
      },
    },
    { method: 'GET', path: '/telegram/auth', handle: ({ query }) => telegramPage(query) },
    {
      method: 'POST',
      path: '/telegram/auth',
      handle({ query, body }) {
        const person = messengerPeople.find(({ id }) => id === body.person)
        const back = person && sendBack(secret, query, person)
        return back ? redirect(back) : sheet('Refused', '<h1>Bot domain invalid</h1>', HttpStatus.badRequest)
      },
    },
  ]
}

function choosePage(uid: string, connection: string): Answer {
  const choices = people.map(
    ({ id, email, note, isVerified }) =>
      `<li><form method="post" class="split" style="flex-wrap:nowrap;align-items:center"><div style="min-width:0;overflow-wrap:anywhere"><strong>${safe(email)}</strong><p class="soft">${safe(note)} · ${isVerified ? 'confirmed address' : 'unconfirmed address'}</p></div><button name="person" value="${id}" class="go">Continue</button></form></li>`,
  )
  return sheet(
    'Sign in with Plainpass',
    `<h1>Sign in to Fairhouse</h1><p class="soft">Simulates <code>${safe(connection)}</code>. Choose an identity.</p>
<ul class="list">${choices.join('')}</ul>
<form method="post" action="${signInPath}/${safe(uid)}" class="actions"><label>Someone else<input name="email" type="email" autocomplete="off" placeholder="name@example.com" required></label>
<label class="row"><input type="checkbox" name="verified" checked style="width:auto;min-height:0"><span>The address is confirmed</span></label><label class="row"><input type="checkbox" name="multifactor" style="width:auto;min-height:0"><span>A second factor was asked for here</span></label><button>Continue as this address</button></form>
<form method="post"><button name="decline" value="yes" class="no">Decline</button></form>`,
  )
}

function telegramPage(query: URLSearchParams): Answer {
  if (query.get('bot_id') !== sandboxBot.id || !text(query.get('return_to')))
    return sheet('Refused', '<h1>Bot domain invalid</h1>', HttpStatus.badRequest)
  const choices = messengerPeople.map(
    ({ id, first_name, last_name, username }) =>
      `<li><form method="post" class="split" style="flex-wrap:nowrap;align-items:center"><div style="min-width:0;overflow-wrap:anywhere"><strong>${safe(`${first_name} ${last_name}`.trim())}</strong><p class="soft">${username ? `@${safe(username)}` : 'no user name'}</p></div><button name="person" value="${id}" class="go">Continue</button></form></li>`,
  )
  return sheet(
    'Sign in with a messenger',
    `<h1>Sign in to Fairhouse</h1><p class="soft">Simulates Telegram; the site's bot is <code>${sandboxBot.name}</code>.</p><ul class="list">${choices.join('')}</ul>`,
  )
}
