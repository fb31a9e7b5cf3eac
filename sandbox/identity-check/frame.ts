/** The frame's content: instead of a camera, three buttons for the result. */
import * as HttpStatus from '#contract/statuses.ts'
import type { Answer } from '../router.ts'
import type { Applicant } from '../state.ts'
import { page, safe } from '../pages/layout.ts'

const framed = (title: string, body: string, status = HttpStatus.ok): Answer => ({
  ...page(title, `<section class="sheet"><p class="brand">Plaincheck</p>${body}</section>`, {
    status,
    banner: 'Sandbox: a stand-in identity check. Nothing is photographed here.',
  }),
  isFramed: true,
})

export function framePage(token: string, { externalUserId, reviewStatus, reviewResult }: Applicant): Answer {
  if (reviewStatus === 'pending') return donePage()
  if (reviewResult?.reviewAnswer === 'GREEN')
    return framed('Verified', '<h1>Verified</h1><p class="soft">This person is verified already.</p>')
  if (reviewResult?.reviewRejectType === 'FINAL')
    return framed('Rejected', '<h1>Rejected</h1><p class="soft">The decision on this person is final.</p>')
  return framed(
    'Identity check',
    `
<div><h1>Show who you are</h1><p class="soft">A real provider asks for a document and a selfie here. Choose how the check of <code>${safe(externalUserId.split('-')[0]!.toUpperCase())}</code> ends.</p></div>
<form method="post" action="/identity-check/frame/decide" class="sheet-form actions">
<input type="hidden" name="token" value="${safe(token)}">
<button class="go" name="decision" value="approve">Hand in, and be approved</button>
<button name="decision" value="retry">Hand in a blurred photo</button>
<button class="no" name="decision" value="reject">Hand in a forgery</button>
</form>`,
  )
}

export function donePage(): Answer {
  return framed(
    'Handed in',
    '<h1>Thank you</h1><p class="soft">Your papers were handed in. The decision takes a moment.</p>',
  )
}

export function expiredPage(): Answer {
  return framed(
    'Expired',
    '<h1>This token is no longer good</h1><p class="soft">Begin again from the page that led you here.</p>',
    HttpStatus.unauthorized,
  )
}
