/** Names of generals as printed; everything else a reader sees comes from the catalogues. */
const PRINTED: Record<string, string> = { ehrensvaerd: 'Ehrensvärd' };

export const generalName = (id: string): string => PRINTED[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
