/** The frame's content. Instead of a camera, it has three buttons for the result. */
import * as HttpStatus from '#contract/statuses.ts'
import type { Answer } from '../router.ts'
import type { Applicant } from '../state.ts'
import { page, safe } from '../pages/layout.ts'
import { type PageTexts, type TextKey, textsOf } from '../pages/texts.ts'

/** `lang` is the locale in lower case that the site passed to the script. */
type FrameQuery = { token: string; lang: string }

const framed = (texts: PageTexts, title: TextKey, body: string, status = HttpStatus.ok): Answer => ({
  ...page(texts.text(title), `<section class="sheet"><p class="brand">Plaincheck</p>${body}</section>`, {
    status,
    texts,
    banner: texts.text('identityBanner'),
  }),
  isFramed: true,
})

function notice(lang: string, [title, text]: readonly [TextKey, TextKey], status?: number): Answer {
  const texts = textsOf(lang)
  return framed(texts, title, `<h1>${texts.text(title)}</h1><p class="soft">${texts.text(text)}</p>`, status)
}

export function framePage({ token, lang }: FrameQuery, applicant: Applicant): Answer {
  const { externalUserId, reviewStatus, reviewResult } = applicant
  if (reviewStatus === 'pending') return donePage(lang)
  if (reviewResult?.reviewAnswer === 'GREEN') return notice(lang, ['identityVerified', 'identityVerifiedText'])
  if (reviewResult?.reviewRejectType === 'FINAL') return notice(lang, ['identityRejected', 'identityRejectedText'])
  const texts = textsOf(lang)
  const person = externalUserId.split('-')[0]!.toUpperCase()
  return framed(
    texts,
    'identityCheck',
    `
<div><h1>${texts.text('identityTitle')}</h1><p class="soft">${safe(texts.text('identityLead', { person }))}</p></div>
<form method="post" action="/identity-check/frame/decide" class="sheet-form actions">
<input type="hidden" name="token" value="${safe(token)}"><input type="hidden" name="lang" value="${safe(lang)}">
<button class="go" name="decision" value="approve">${texts.text('identityApprove')}</button>
<button name="decision" value="retry">${texts.text('identityBlurred')}</button>
<button class="no" name="decision" value="reject">${texts.text('identityForged')}</button>
</form>`,
  )
}

export function donePage(lang: string): Answer {
  const texts = textsOf(lang)
  const body = `<h1>${texts.text('identityThanks')}</h1><p class="soft">${texts.text('identitySentText')}</p>`
  return framed(texts, 'identitySent', body)
}

export function expiredPage(lang: string): Answer {
  return notice(lang, ['identityExpired', 'identityExpiredText'], HttpStatus.unauthorized)
}
