/**
 * The payment window. It is opened on the click, because browsers block later ones, and navigates once the URL is
 * known.
 */
import { markWindow } from './window-mark.ts'

export type PartnerWindow = {
  /** False when pop-ups are blocked and the payment page replaces this one. */
  isSeparate: boolean
  go(action: string, fields: Record<string, string>): void
  close(): void
}

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
    markWindow(true)
    return window.open('', name)
  } finally {
    markWindow(false)
  }
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
