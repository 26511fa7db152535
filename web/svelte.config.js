/** Components are in runes mode; styles are kept in files, so that the CSP can be strict. */
export default { compilerOptions: { runes: true } };
