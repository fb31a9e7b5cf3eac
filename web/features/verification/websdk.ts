/** The provider's script, loaded only on the verification page when the player starts. */

type Handler = (type: string, payload: unknown) => void
type Builder = {
  withConf(conf: { lang: string; theme: 'light' | 'dark' }): Builder
  withOptions(options: { addViewportTag: boolean; adaptIframeHeight: boolean }): Builder
  onMessage(handler: Handler): Builder
  build(): { launch(selector: string): void; destroy?(): void }
}
type WebSdk = { init(token: string, newToken: () => Promise<string>): Builder }
declare global {
  interface Window {
    snsWebSdk?: WebSdk
  }
}

type Launch = {
  scriptUrl: string
  token: string
  newToken: () => Promise<string>
  container: string
  locale: string
  onMessage: Handler
}

/** Resolves to a function that removes the check. Throws when the script fails to load. */
export async function launchCheck({
  scriptUrl,
  token,
  newToken,
  container,
  locale,
  onMessage,
}: Launch): Promise<() => void> {
  await loadScript(scriptUrl)
  if (!window.snsWebSdk) throw new Error('the script of the identity check defined no SDK')
  const theme = getComputedStyle(document.documentElement).colorScheme.startsWith('light') ? 'light' : 'dark'
  const check = window.snsWebSdk
    .init(token, newToken)
    .withConf({ lang: locale.toLowerCase(), theme })
    .withOptions({ addViewportTag: false, adaptIframeHeight: true })
    .onMessage(onMessage)
    .build()
  check.launch(container)
  return () => check.destroy?.()
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (window.snsWebSdk) return resolve()
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('the script of the identity check could not be loaded'))
    }
    document.head.append(script)
  })
}
