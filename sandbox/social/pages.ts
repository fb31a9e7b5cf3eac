/** The pages of the sandbox's social providers, where a tester chooses a person. */
import * as HttpStatus from '#contract/statuses.ts'
import { page, safe } from '../pages/layout.ts'
import { type PageTexts, textsFrom } from '../pages/texts.ts'
import { type Answer, redirect, type SandboxRoute, text as given } from '../router.ts'
import { sandboxBot } from './keys.ts'
import { type Oidc, signInPath } from './oidc.ts'
import { messengerPeople, people, personFromInput } from './people.ts'
import { returnAddress } from './telegram.ts'

const brand =
  '<p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M10 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM2 18c1-4 4-6 8-6s7 2 8 6z"/></svg>Plainpass</p>'
const sheet = (texts: PageTexts, title: string, body: string, status = HttpStatus.ok): Answer =>
  page(title, `<section class="sheet" style="grid-template-columns:minmax(0,1fr)">${brand}${body}</section>`, {
    banner: texts.text('socialBanner'),
    status,
    texts,
  })
const expiredPage = (texts: PageTexts) =>
  sheet(
    texts,
    texts.text('socialOver'),
    `<h1>${safe(texts.text('socialOverTitle'))}</h1><p class="soft">${safe(texts.text('socialOverText'))}</p>`,
    HttpStatus.notFound,
  )
const refused = (texts: PageTexts) =>
  sheet(texts, texts.text('socialRefused'), '<h1>Bot domain invalid</h1>', HttpStatus.badRequest)

export function socialRoutes({ oidc, secret }: { oidc: Oidc; secret: string }): SandboxRoute[] {
  return [
    {
      method: 'GET',
      path: `${signInPath}/:uid`,
      async handle({ params, header }) {
        const texts = textsFrom(header('accept-language'))
        const signIn = await oidc.read(params.uid!)
        return signIn ? choosePage(params.uid!, signIn.connection, texts) : expiredPage(texts)
      },
    },
    {
      method: 'POST',
      path: `${signInPath}/:uid`,
      async handle({ params, body, header }) {
        const person = body.person
          ? people.find(({ id }) => id === body.person)
          : personFromInput(body.email, {
              isVerified: body.verified === 'on',
              isMultiFactor: body.multifactor === 'on',
            })
        if (!person && body.decline === undefined) return redirect(`${signInPath}/${params.uid}`)
        const to = await oidc.decide(params.uid!, person ?? null)
        return to ? redirect(to) : expiredPage(textsFrom(header('accept-language')))
      },
    },
    {
      method: 'GET',
      path: '/telegram/auth',
      handle: ({ query, header }) => telegramPage(query, textsFrom(header('accept-language'))),
    },
    {
      method: 'POST',
      path: '/telegram/auth',
      handle({ query, body, header }) {
        const person = messengerPeople.find(({ id }) => id === body.person)
        const back = person && returnAddress(secret, query, person)
        return back ? redirect(back) : refused(textsFrom(header('accept-language')))
      },
    },
  ]
}

function choosePage(uid: string, connection: string, texts: PageTexts): Answer {
  const text: typeof texts.text = (...signIn) => safe(texts.text(...signIn))
  const choices = people.map(
    ({ id, email, isVerified }) =>
      `<li><form method="post" class="split" style="flex-wrap:nowrap;align-items:center"><div style="min-width:0;overflow-wrap:anywhere"><strong>${safe(email)}</strong><p class="soft">${text(`person_${id}`)} · ${text(isVerified ? 'socialConfirmed' : 'socialUnconfirmed')}</p></div><button name="person" value="${id}" class="go">${text('socialContinue')}</button></form></li>`,
  )
  return sheet(
    texts,
    texts.text('socialTitle'),
    `<h1>${text('socialHeading')}</h1><p class="soft">${text('socialLead', { connection })}</p>
<ul class="list">${choices.join('')}</ul>
<form method="post" action="${signInPath}/${safe(uid)}" class="actions"><label>${text('socialElse')}<input name="email" type="email" autocomplete="off" placeholder="name@example.com" required></label>
<label class="row"><input type="checkbox" name="verified" checked style="width:auto;min-height:0"><span>${text('socialIsConfirmed')}</span></label><label class="row"><input type="checkbox" name="multifactor" style="width:auto;min-height:0"><span>${text('socialIsMultiFactor')}</span></label><button>${text('socialContinueAs')}</button></form>
<form method="post"><button name="decline" value="yes" class="no">${text('socialDecline')}</button></form>`,
  )
}

function telegramPage(query: URLSearchParams, texts: PageTexts): Answer {
  const text: typeof texts.text = (...signIn) => safe(texts.text(...signIn))
  if (query.get('bot_id') !== sandboxBot.id || !given(query.get('return_to'))) return refused(texts)
  const choices = messengerPeople.map(
    ({ id, first_name, last_name, username }) =>
      `<li><form method="post" class="split" style="flex-wrap:nowrap;align-items:center"><div style="min-width:0;overflow-wrap:anywhere"><strong>${safe(`${first_name} ${last_name}`.trim())}</strong><p class="soft">${username ? `@${safe(username)}` : text('messengerNoName')}</p></div><button name="person" value="${id}" class="go">${text('socialContinue')}</button></form></li>`,
  )
  return sheet(
    texts,
    texts.text('messengerTitle'),
    `<h1>${text('socialHeading')}</h1><p class="soft">${text('messengerLead', { bot: sandboxBot.name })}</p><ul class="list">${choices.join('')}</ul>`,
  )
}
