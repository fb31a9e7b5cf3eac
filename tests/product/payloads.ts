/** Payloads that try to run in a page, and a function that finds where they would run. */
const tags = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<body onload=hit()>',
  '<details open ontoggle=hit()>',
  '<input autofocus onfocus=hit()>',
  '<video><source onerror=hit()>',
  '<math><mtext><img src onerror=hit()>',
]
const escapes = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '</title>',
  '</script>',
  '</style>',
  '</textarea>',
  '--><',
  ']]>',
  '`',
  '\\"',
  '</script\t>',
  '"/><',
  '</noscript>',
  '\u2028',
  '{{',
  '${',
  '</template>',
]

/** Combines every escape from a text position with every kind of tag. */
export const payloads = escapes.flatMap((escape) => tags.map((tag) => `${escape}${tag}`))
/** Each tag once, after different escapes. */
export const samplePayloads = tags.map((tag, index) => `${escapes[(index * 7 + 5) % escapes.length]}${tag}`)

/**
 * Parses a page as a browser does, without running it, and returns everything that would call `hit`. Runs in the
 * browser.
 */
export function armed(html: string): string[] {
  const read = new DOMParser().parseFromString(html, 'text/html')
  return [...read.querySelectorAll('*')].flatMap((element) => {
    const isScript =
      element.tagName.toLowerCase() === 'script' &&
      element.getAttribute('type') !== 'application/json' &&
      element.textContent.includes('hit()')
    const attributes = [...element.attributes].filter(
      ({ name, value }) =>
        value.includes('hit()') &&
        (name.startsWith('on') || name === 'srcdoc' || (name !== 'value' && /^\s*javascript:/i.test(value))),
    )
    return isScript || attributes.length > 0 ? [element.outerHTML.slice(0, 200)] : []
  })
}
