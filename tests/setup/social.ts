/** Simulates the browser in a social sign-in: redirects, cookies and the forms of the sandbox's pages. */
type Answer = { response: Response; url: URL }

/** Opens a visit with its own cookies, stored by host and path only. */
export function visitor() {
  const cookies = new Map<string, string>()
  const ask = async (url: URL, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      cookies.set(name, value)
    }
    return { response, url }
  }
  /** Follows redirects until a page, or an address that matches `isEnd`. */
  const follow = async (answer: Answer, isEnd: (url: URL) => boolean): Promise<Answer> => {
    for (let hops = 0; hops < 10; hops++) {
      const to = answer.response.headers.get('location')
      if (!to) return answer
      const next = new URL(to, answer.url)
      if (isEnd(next)) return { response: answer.response, url: next }
      answer = await ask(next)
    }
    throw new Error('the provider redirects in a circle')
  }
  return { cookies, ask, follow }
}

const isCallback = (url: URL) => /^\/auth\/social\/[\w-]+\/callback$/.test(url.pathname)

/**
 * Passes the provider's pages and returns the query of the callback; `form` is the button pressed on the provider's
 * page.
 */
export async function passProvider(to: URL, form: Record<string, string>): Promise<Record<string, string>> {
  const { ask, follow } = visitor()
  const page = await follow(await ask(to), isCallback)
  if (isCallback(page.url)) return Object.fromEntries(page.url.searchParams)
  if (page.response.status !== 200)
    throw new Error(`the provider answered ${page.response.status} ${await page.response.text()}`)
  const posted = await ask(page.url, { method: 'POST', body: new URLSearchParams(form) })
  const { url, response } = await follow(posted, isCallback)
  if (!isCallback(url)) throw new Error(`the provider answered ${response.status} at ${url} ${await response.text()}`)
  return callbackQuery(url)
}

/** Returns the parameters that the callback page reads: the query, and the fragment of a messenger. */
export function callbackQuery(url: URL): Record<string, string> {
  const encoded = /^#tgAuthResult=([\w-]+)$/.exec(url.hash)?.[1]
  const fields = encoded ? (JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Record<string, unknown>) : {}
  return {
    ...Object.fromEntries(url.searchParams),
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  }
}
