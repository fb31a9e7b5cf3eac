/** Browser script that replaces the provider's: the same calls, with a frame of the sandbox. */
export const websdk = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const noop = () => {}
  const build = (token, onExpired) => {
    const listeners = {}
    let onMessage = noop
    let lang = 'en'
    const emit = (type, payload) => { onMessage(type, payload); (listeners[type] || []).forEach((listener) => listener(payload)) }
    const builder = {
      withConf: (conf) => { lang = conf.lang; return builder },
      withOptions: () => builder,
      on: (type, listener) => { (listeners[type] = listeners[type] || []).push(listener); return builder },
      onMessage: (listener) => { onMessage = listener; return builder },
      build: () => ({
        launch(selector) {
          const frame = document.createElement('iframe')
          frame.src = origin + '/identity-check/frame?token=' + encodeURIComponent(token) + '&lang=' + encodeURIComponent(lang)
          frame.title = 'Plaincheck'
          frame.allow = 'camera; microphone'
          frame.style.cssText = 'display:block;inline-size:100%;block-size:560px;border:0'
          let pages = 0
          frame.addEventListener('load', () => { pages += 1; emit(pages === 1 ? 'idCheck.onReady' : 'idCheck.onApplicantSubmitted', {}) })
          document.querySelector(selector).replaceChildren(frame)
        },
        destroy: noop,
      }),
    }
    return builder
  }
  window.snsWebSdk = { init: build }
})()`
