declare module 'mjml' {
  interface Options {
    validationLevel: 'strict';
    fonts: Record<string, string>;
    keepComments: boolean;
    minify: boolean;
  }
  const mjml: (source: string, options: Options) => Promise<{ html: string }>;
  export default mjml;
}
