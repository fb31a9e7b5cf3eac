/**
 * As much of a document as React needs to render components and to hear of presses and input: no layout, no styles, no
 * parsing. Tests find elements in it by what a player reads.
 */

type Listener = (event: object) => void
const ignore = () => undefined

export class TextNode {
  readonly nodeType = 3
  parentNode: FakeElement | null = null
  nodeValue: string
  readonly ownerDocument: object
  constructor(nodeValue: string, ownerDocument: object) {
    this.nodeValue = nodeValue
    this.ownerDocument = ownerDocument
  }
  get textContent(): string {
    return this.nodeValue
  }
}

export class FakeElement {
  readonly nodeType = 1
  readonly nodeName: string
  readonly localName: string
  readonly ownerDocument: { activeElement: unknown; defaultView?: object }
  readonly namespaceURI: string
  readonly style = { setProperty: ignore, removeProperty: ignore }
  parentNode: FakeElement | null = null
  childNodes: Array<FakeElement | TextNode> = []
  readonly #attributes = new Map<string, string>()
  readonly #listeners: Array<{ type: string; isCapture: boolean; listener: Listener }> = []
  #value: string | null = null
  #isChecked: boolean | null = null
  files: File[] = []

  constructor(name: string, ownerDocument: FakeElement['ownerDocument'], namespace = 'http://www.w3.org/1999/xhtml') {
    this.localName = name
    this.nodeName = name.toUpperCase()
    this.ownerDocument = ownerDocument
    this.namespaceURI = namespace
  }

  get tagName(): string {
    return this.nodeName
  }
  get parentElement(): FakeElement | null {
    return this.parentNode
  }
  get children(): FakeElement[] {
    return this.childNodes.filter((node) => node instanceof FakeElement)
  }
  get firstChild(): FakeElement | TextNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): FakeElement | TextNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get isConnected(): boolean {
    return true
  }

  appendChild<T extends FakeElement | TextNode>(node: T): T {
    return this.insertBefore(node, null)
  }
  insertBefore<T extends FakeElement | TextNode>(node: T, before: FakeElement | TextNode | null): T {
    node.parentNode?.removeChild(node)
    node.parentNode = this
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node)
    return node
  }
  removeChild<T extends FakeElement | TextNode>(node: T): T {
    this.childNodes.splice(this.childNodes.indexOf(node), 1)
    node.parentNode = null
    return node
  }
  contains(other: unknown): boolean {
    return other === this || this.children.some((child) => child.contains(other))
  }
  get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join('')
  }
  set textContent(text: string) {
    this.childNodes = []
    if (text) this.appendChild(new TextNode(text, this.ownerDocument))
  }
  set innerHTML(markup: string) {
    this.textContent = markup.replaceAll(/<[^>]*>/g, ' ')
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value))
  }
  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.has(name)
  }
  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }
  get id(): string {
    return this.getAttribute('id') ?? ''
  }
  set id(id: string) {
    this.setAttribute('id', id)
  }
  get type(): string {
    return this.getAttribute('type') ?? (this.localName === 'input' ? 'text' : '')
  }
  set type(type: string) {
    this.setAttribute('type', type)
  }
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
  /** Reflected properties: React sets them instead of the attributes. */
  multiple = false
  defaultSelected = false
  #isSelected = false
  get selected(): boolean {
    return this.#isSelected
  }
  set selected(isSelected: boolean) {
    if (isSelected) for (const other of this.closest('select')?.options ?? []) other.#isSelected = false
    this.#isSelected = isSelected
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  get options(): FakeElement[] {
    return this.all().filter(({ localName }) => localName === 'option')
  }
  get value(): string {
    if (this.localName === 'option') return this.getAttribute('value') ?? this.textContent
    if (this.localName === 'select')
      return (this.options.find(({ selected }) => selected) ?? this.options[0])?.value ?? ''
    return this.#value ?? this.getAttribute('value') ?? ''
  }
  set value(value: string) {
    this.writeValue(value)
  }
  /** Sets the value as the browser does: React hears of the assignments to `value`, to tell its own from a player's. */
  writeValue(value: string): void {
    if (this.localName === 'select') for (const option of this.options) option.selected = option.value === value
    else if (this.localName === 'option') this.setAttribute('value', value)
    else this.#value = value
  }
  get valueAsNumber(): number {
    return Number(this.value)
  }
  get defaultValue(): string {
    return this.getAttribute('value') ?? ''
  }
  set defaultValue(value: string) {
    if (this.localName === 'textarea') this.#value ??= value
    else this.setAttribute('value', value)
  }
  get checked(): boolean {
    return this.#isChecked ?? this.defaultChecked
  }
  set checked(isChecked: boolean) {
    this.writeChecked(isChecked)
  }
  writeChecked(isChecked: boolean): void {
    this.#isChecked = isChecked
  }
  defaultChecked = false

  focus(): void {
    this.ownerDocument.activeElement = this
    this.dispatch('focusin')
  }
  blur(): void {
    this.ownerDocument.activeElement = null
    this.dispatch('focusout')
  }
  click(): void {
    this.dispatch('click')
  }
  get elements() {
    const fields = this.all().filter(({ name }) => name !== '')
    return Object.assign(fields, { namedItem: (named: string) => fields.find(({ name }) => name === named) ?? null })
  }
  /** Of a dialog. */
  showModal = ignore
  close(): void {
    this.dispatch('close')
  }
  /** Of a form. */
  get form(): FakeElement | null {
    return this.closest('form')
  }
  requestSubmit(): void {
    this.dispatch('submit')
  }
  select = ignore
  setSelectionRange = ignore
  selectionStart = 0
  selectionEnd = 0
  scrollIntoView = ignore
  scrollTo = ignore
  setPointerCapture = ignore
  getRootNode = () => this.ownerDocument
  getBoundingClientRect = () => ({ top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 })
  addEventListener(type: string, listener: Listener, options?: boolean | { capture?: boolean }): void {
    const isCapture = typeof options === 'object' ? options.capture === true : options === true
    this.#listeners.push({ type, listener, isCapture })
  }
  removeEventListener(type: string, listener: Listener): void {
    const index = this.#listeners.findIndex((each) => each.type === type && each.listener === listener)
    if (index !== -1) this.#listeners.splice(index, 1)
  }

  /** Lets an event travel down to this element and up again; returns false if a listener prevented its default. */
  dispatch(type: string, more: object = {}): boolean {
    let isPrevented = false
    let isStopped = false
    const event = {
      type,
      target: this,
      bubbles: true,
      cancelable: true,
      timeStamp: Date.now(),
      get defaultPrevented() {
        return isPrevented
      },
      preventDefault: () => (isPrevented = true),
      stopPropagation: () => (isStopped = true),
      ...more,
    }
    const path: FakeElement[] = [this]
    for (let above = this.parentNode; above; above = above.parentNode) path.push(above)
    for (const isCapture of [true, false])
      for (const element of isCapture ? path.toReversed() : path)
        for (const { listener } of element.#listeners.filter(
          (each) => each.type === type && each.isCapture === isCapture,
        ))
          if (!isStopped) listener(event)
    return !isPrevented
  }

  /** This element and all within it, in their order. */
  all(): FakeElement[] {
    return [this, ...this.children.flatMap((child) => child.all())]
  }
  closest(name: string): FakeElement | null {
    return this.localName === name ? this : (this.parentNode?.closest(name) ?? null)
  }
  querySelector(selector: string): FakeElement | null {
    return this.all().find(({ localName }) => localName === selector) ?? null
  }
  /** The radio buttons of one name, the only list for which React asks. */
  querySelectorAll(selector: string): FakeElement[] {
    const [, named] = /name="?([^"\]]+)"?/.exec(selector) ?? []
    return this.all().filter(({ type, name }) => type === 'radio' && name === named)
  }
  matches(selector: string): boolean {
    return this.localName === selector
  }
}

/** Reads the fields of a form, as the browser's does. */
export class FormFields extends FormData {
  constructor(form?: FakeElement) {
    super()
    for (const { name, value } of form?.elements ?? []) this.append(name, value)
  }
}

export function createDocument(cookie = '') {
  const listeners = { addEventListener: ignore, removeEventListener: ignore }
  const document = {
    ...listeners,
    nodeType: 9,
    oninput: null,
    cookie,
    documentElement: { lang: 'en', dir: 'ltr', dataset: {}, style: { setProperty: ignore, removeProperty: ignore } },
    activeElement: null as unknown,
    visibilityState: 'visible',
    hasFocus: () => true,
    querySelector: () => null,
    getElementById: () => null,
    createElement: (name: string): FakeElement => new FakeElement(name, document),
    createElementNS: (namespace: string, name: string): FakeElement => new FakeElement(name, document, namespace),
    createTextNode: (text: string) => new TextNode(text, document),
    createComment: () => new TextNode('', document),
  }
  // It takes titles of React; what loads scripts and styles is ignored.
  const head = Object.assign(new FakeElement('head', document), { append: ignore, appendChild: ignore })
  return Object.assign(document, { head })
}
