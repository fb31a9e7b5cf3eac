/**
 * The payment window. It is opened on the click, because browsers block later ones, and navigates once the URL is
 * known.
 */
import { readStored, writeStored } from '../../device/storage.ts'

export type PartnerWindow = {
  /** False when pop-ups are blocked and the payment page replaces this one. */
  isSeparate: boolean
  go(action: string, fields: Record<string, string>): void
  close(): void
}

/** A key in the session storage of a payment window, which survives the navigation to the partner and back. */
const mark = 'paymentWindow'

export function openPartnerWindow(): PartnerWindow {
  const name = `payment-${Date.now()}`
  const opened = openMarked(name)
  return {
    isSeparate: opened !== null,
    go(action, fields) {
      postForm(action, fields, opened && !opened.closed ? name : '_self')
      if (opened) opened.opener = null
    },
    close: () => opened?.close(),
  }
}

/** Opens a window with the mark: a new window starts with a copy of the session storage. */
function openMarked(name: string): Window | null {
  try {
    writeStored('session', mark, '1')
    return window.open('', name)
  } finally {
    writeStored('session', mark, null)
  }
}

/** True in a payment window that has returned to the site. The original window shows the progress of the deposit. */
export function isPaymentWindow(): boolean {
  return readStored('session', mark) !== null
}

function postForm(action: string, fields: Record<string, string>, target: string): void {
  const url = new URL(action)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('the partner gave no web address')
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url.href, target, hidden: true })
  for (const [key, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: key, value }))
  document.body.append(form)
  form.submit()
  form.remove()
}
