/** One numbered part of a legal text. A paragraph that is a list stands as one; `{email}` becomes the support address. */
export interface Section {
  readonly heading: string
  readonly text: readonly (string | readonly string[])[]
}

export interface LegalText {
  readonly title: string
  readonly description: string
  readonly effective: string
  readonly intro: string
  readonly sections: readonly Section[]
  readonly contents: string
  /** The name of the link to the same text in the other language, and of the one to its companion. */
  readonly otherLanguage: string
  readonly companion: string
}
