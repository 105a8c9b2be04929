declare module '@devicefarmer/adbkit-apkreader/lib/apkreader/parser/manifest.js' {
  /** Reads a manifest as packages hold it, in Android's binary form of XML; throws where it is none. */
  class ManifestParser {
    constructor(manifest: Buffer)
    parse(): unknown
  }
  export = ManifestParser
}
