/** Elements as data, and the few changes that bring a document to them: focus, scroll and typed text stay. */

type Handler = (event: Event) => void
type Value = string | number | boolean | null | undefined | Handler
export type Props = Record<string, Value>
export type Element_ = { tag: string; props: Props; children: Child[]; key: string | null }
type Child = Element_ | string
export type Content = Element_ | string | number | false | null | undefined | Content[]

export function h(tag: string, props: Props | null, ...content: Content[]): Element_ {
  const { key, ...rest } = props ?? {}
  return { tag, props: rest, children: flatten(content), key: key === undefined || key === null ? null : String(key) }
}

function flatten(content: Content[]): Child[] {
  return content.flatMap((each): Child[] => {
    if (each === false || each === null || each === undefined || each === '') return []
    if (Array.isArray(each)) return flatten(each)
    return [typeof each === 'object' ? each : String(each)]
  })
}

const svgTags = new Set(['svg', 'path', 'circle', 'rect', 'g', 'line'])
const given = new WeakMap<Element, Element_>()

/** Makes the children of `parent` those of `wanted`. */
export function patch(parent: Element | ShadowRoot, wanted: Content[]): void {
  patchChildren(parent, flatten(wanted))
}

function patchChildren(parent: Element | ShadowRoot, wanted: Child[]): void {
  const byKey = new Map<string, Element>()
  const kept = new Set(wanted.map((child) => (typeof child === 'string' ? null : child.key)))
  for (let next = parent.firstElementChild; next;) {
    const child: Element = next
    next = child.nextElementSibling
    const key = given.get(child)?.key ?? null
    if (key === null) continue
    // Before the others are compared: what follows it then stays where it is, because a moved element loses the focus.
    if (kept.has(key)) byKey.set(key, child)
    else child.remove()
  }
  let at: ChildNode | null = parent.firstChild
  for (const child of wanted) {
    if (typeof child === 'string') {
      if (at?.nodeType === Node.TEXT_NODE) {
        if (at.nodeValue !== child) at.nodeValue = child
        at = at.nextSibling
      } else parent.insertBefore(document.createTextNode(child), at)
      continue
    }
    const known: ChildNode | null | undefined = child.key === null ? at : byKey.get(child.key)
    if (known instanceof Element && isSame(known, child)) {
      if (known === at) at = at.nextSibling
      else parent.insertBefore(known, at)
      update(known, child)
    } else parent.insertBefore(create(child), at)
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling
    at.remove()
    at = next
  }
}

function isSame(element: Element, wanted: Element_): boolean {
  const before = given.get(element)
  return before !== undefined && before.tag === wanted.tag && before.key === wanted.key
}

function create(wanted: Element_): Element {
  const element = svgTags.has(wanted.tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', wanted.tag)
    : document.createElement(wanted.tag)
  given.set(element, { ...wanted, props: {}, children: [] })
  update(element, wanted)
  return element
}

function update(element: Element, wanted: Element_): void {
  const before = given.get(element)!.props
  for (const name of Object.keys(before)) if (!(name in wanted.props)) assign(element, name, null)
  for (const [name, value] of Object.entries(wanted.props))
    if (before[name] !== value || name === 'value' || name === 'checked') assign(element, name, value)
  given.set(element, wanted)
  patchChildren(element, wanted.children)
}

function assign(element: Element, name: string, value: Value): void {
  if (name.startsWith('on')) Object.assign(element, { [name]: value ?? null })
  else if (name === 'value') {
    const field = element as HTMLInputElement
    if (field.value !== String(value ?? '')) field.value = String(value ?? '')
  } else if (name === 'checked') (element as HTMLInputElement).checked = Boolean(value)
  else if (name.startsWith('--')) (element as HTMLElement).style.setProperty(name, value as string | null)
  else if (value === false || value === null || value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : String(value))
}
