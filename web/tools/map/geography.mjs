// Geography from general knowledge, in degrees (longitude, latitude). `project.mjs` fits it to the board:
// the board is drawn like a topographer's sketch, not to a projection, so known towns pin the rest down.

/** Towns whose place on the globe is common knowledge; they carry the fit. */
export const CONTROL = {
  emden: [7.21, 53.37], leer: [7.45, 53.23], lingen: [7.32, 52.52], jever: [7.9, 53.57], oldenburg: [8.21, 53.14],
  bremen: [8.81, 53.08], otterndorf: [8.9, 53.81], stade: [9.48, 53.6], hamburg: [9.99, 53.55], glueckstadt: [9.42, 53.79],
  itzehoe: [9.52, 53.92], heide: [9.1, 54.2], rendsburg: [9.66, 54.3], kiel: [10.14, 54.32], 'oldenburg-holstein': [10.88, 54.29],
  eutin: [10.61, 54.14], luebeck: [10.69, 53.87], wismar: [11.46, 53.89], doberan: [11.91, 54.11], rostock: [12.1, 54.09],
  stralsund: [13.08, 54.31], greifswald: [13.38, 54.09], wolgast: [13.78, 54.05], anklam: [13.69, 53.86],
  ueckermuende: [14.05, 53.74], stettin: [14.55, 53.43], gollnow: [14.82, 53.56], naugard: [15.12, 53.67], pasewalk: [13.99, 53.51], greifenberg: [15.2, 53.92], cammin: [14.77, 53.97], colberg: [15.58, 54.18], koeslin: [16.18, 54.19],
  schlawe: [16.68, 54.36], stolpe: [17.03, 54.46], 'lauenburg-pommern': [17.75, 54.54], wejherowo: [18.24, 54.6],
  gdansk: [18.65, 54.35], elblag: [19.4, 54.16], braniewo: [19.82, 54.38], heiligenbeil: [19.95, 54.46], koenigsberg: [20.51, 54.71],
  labiau: [21.11, 54.86], tilsit: [21.88, 55.08], ragnit: [22.03, 55.04], gumbinnen: [22.2, 54.59], lyck: [22.36, 53.83],
  rastenburg: [21.37, 54.08], ortelsburg: [21.0, 53.57], malbork: [19.03, 54.04], torun: [18.6, 53.01], bydgoszcz: [18.0, 53.12],
  warszawa: [21.01, 52.23], plock: [19.69, 52.55], wloclawek: [19.07, 52.65], grudziadz: [18.75, 53.48], poznan: [16.93, 52.41],
  kalisz: [18.09, 51.76], lodz: [19.46, 51.76], czestochowa: [19.12, 50.81], krakow: [19.94, 50.06], tarnow: [20.99, 50.01],
  kielce: [20.63, 50.87], radom: [21.15, 51.4], lomza: [22.06, 53.18], breslau: [17.03, 51.11], glogau: [16.08, 51.66],
  liegnitz: [16.16, 51.21], oppeln: [17.92, 50.67], ratibor: [18.22, 50.09], neisse: [17.33, 50.47], glatz: [16.66, 50.44],
  'frankfurt-oder': [14.55, 52.34], kuestrin: [14.65, 52.58], berlin: [13.4, 52.52], potsdam: [13.06, 52.4],
  magdeburg: [11.63, 52.13], wittenberg: [12.65, 51.87], torgau: [13.0, 51.56], dresden: [13.74, 51.05], pirna: [13.94, 50.96],
  leipzig: [12.37, 51.34], halle: [11.97, 51.48], erfurt: [11.03, 50.98], kassel: [9.49, 51.31], hannover: [9.73, 52.37],
  minden: [8.92, 52.29], hameln: [9.36, 52.1], braunschweig: [10.52, 52.27], goettingen: [9.93, 51.53], muenster: [7.63, 51.96],
  hamm: [7.82, 51.68], koblenz: [7.59, 50.36], mainz: [8.27, 50.0], worms: [8.36, 49.63], mannheim: [8.47, 49.49],
  'frankfurt-main': [8.68, 50.11], wuerzburg: [9.93, 49.79], bamberg: [10.89, 49.89], schweinfurt: [10.23, 50.05],
  erlangen: [11.0, 49.6], bayreuth: [11.58, 49.95], hof: [11.92, 50.31], eger: [12.37, 50.08], pilsen: [13.38, 49.75],
  prag: [14.42, 50.09], melnik: [14.47, 50.35], leitmeritz: [14.13, 50.53], aussig: [14.03, 50.66], koeniggraetz: [15.83, 50.21],
  pardubitz: [15.78, 50.04], kolin: [15.2, 50.03], tabor: [14.66, 49.41], bruenn: [16.61, 49.19], olmuetz: [17.25, 49.59],
  troppau: [17.9, 49.94], ostrau: [18.29, 49.84], teschen: [18.63, 49.75], sillein: [18.74, 49.22], wittenberge: [11.75, 53.0],
  havelberg: [12.07, 52.83], tangermuende: [11.97, 52.54], 'lauenburg-elbe': [10.55, 53.37], geesthacht: [10.38, 53.44], fulda: [9.68, 50.55],
};

/** The North Sea coast from Jutland to the western edge. */
export const NORTH_SEA_COAST = [
  [8.65, 55.6], [8.65, 55.1], [8.7, 54.9], [8.85, 54.75], [8.9, 54.6], [8.98, 54.47], [8.68, 54.42], [8.62, 54.3], [8.9, 54.27],
  [8.83, 54.13], [8.95, 54.05], [8.85, 53.98], [9.1, 53.91], [9.36, 53.83], [9.5, 53.71], [9.66, 53.61], [9.62, 53.57], [9.5, 53.66],
  [9.33, 53.76], [9.2, 53.86], [8.95, 53.87], [8.72, 53.91], [8.55, 53.87], [8.5, 53.68], [8.57, 53.55], [8.5, 53.36], [8.45, 53.5],
  [8.3, 53.62], [8.28, 53.5], [8.25, 53.42], [8.13, 53.42], [8.12, 53.52], [8.05, 53.65], [7.95, 53.72], [7.6, 53.7], [7.2, 53.67],
  [7.05, 53.6], [7.04, 53.42], [7.14, 53.33], [7.25, 53.28], [7.15, 53.22], [7.05, 53.28], [6.95, 53.35], [6.85, 53.45], [6.6, 53.45],
  [6.2, 53.4], [5.5, 53.3],
];

/** The Baltic coast from the eastern edge to Jutland. */
export const BALTIC_COAST = [
  [21.1, 56.1], [21.08, 55.72], [20.95, 55.35], [20.72, 55.12], [20.5, 54.98], [20.25, 54.96], [19.95, 54.96], [19.9, 54.75], [19.84, 54.62],
  [19.62, 54.47], [19.35, 54.38], [18.95, 54.36], [18.72, 54.4], [18.57, 54.46], [18.53, 54.55], [18.47, 54.64], [18.42, 54.73],
  [18.5, 54.75], [18.8, 54.61], [18.66, 54.73], [18.35, 54.84], [18.0, 54.84], [17.6, 54.77], [17.2, 54.7], [16.85, 54.6], [16.4, 54.45],
  [16.1, 54.29], [15.58, 54.22], [15.2, 54.15], [14.75, 54.06], [14.45, 53.95], [14.25, 53.93], [13.98, 54.08], [13.78, 54.18],
  [13.68, 54.15], [13.55, 54.13], [13.4, 54.15], [13.22, 54.22], [13.12, 54.33], [12.95, 54.43], [12.75, 54.43], [12.5, 54.48], [12.35, 54.32],
  [12.2, 54.24], [12.09, 54.18], [11.85, 54.16], [11.6, 54.1], [11.5, 54.03], [11.44, 53.94], [11.25, 53.99], [11.05, 54.01],
  [10.88, 53.97], [10.8, 54.05], [10.85, 54.1], [11.06, 54.2], [11.1, 54.38], [10.93, 54.4], [10.7, 54.33], [10.4, 54.44], [10.2, 54.42],
  [10.17, 54.36], [10.1, 54.45], [9.9, 54.47], [10.03, 54.6], [9.95, 54.75], [9.58, 54.82], [9.75, 54.9], [9.75, 55.0], [9.5, 55.2], [9.65, 55.5], [9.65, 55.6],
];

export const ISLANDS = {
  ruegen: [[13.2, 54.33], [13.14, 54.44], [13.17, 54.53], [13.3, 54.62], [13.43, 54.69], [13.4, 54.58], [13.66, 54.54], [13.58, 54.44], [13.72, 54.34], [13.55, 54.32], [13.4, 54.24], [13.28, 54.27]],
  hiddensee: [[13.08, 54.5], [13.06, 54.57], [13.11, 54.62], [13.12, 54.55]],
  fehmarn: [[11.06, 54.45], [11.22, 54.42], [11.3, 54.48], [11.16, 54.54], [11.03, 54.51]],
  lolland: [[11.0, 54.82], [11.4, 54.63], [11.75, 54.66], [11.82, 54.78], [11.5, 54.93], [11.1, 54.94]],
  falster: [[11.95, 54.57], [12.15, 54.82], [12.0, 54.95], [11.87, 54.75]],
  langeland: [[10.66, 54.74], [10.82, 54.86], [10.95, 55.15], [10.86, 55.1], [10.74, 54.88]],
  alsen: [[9.8, 54.88], [10.05, 54.88], [9.98, 54.97], [9.8, 55.05]],
  aeroe: [[10.2, 54.92], [10.45, 54.83], [10.5, 54.88], [10.25, 54.97]],
  moen: [[12.2, 54.94], [12.55, 54.96], [12.35, 55.04]],
  fuenen: [[9.85, 55.25], [10.1, 55.08], [10.5, 55.03], [10.78, 55.1], [10.82, 55.6], [9.9, 55.6]],
  zealand: [[11.3, 55.2], [11.75, 55.18], [11.8, 55.05], [12.1, 55.0], [12.25, 55.2], [12.45, 55.3], [12.35, 55.7], [11.2, 55.7]],
  bornholm: [[14.7, 55.09], [15.05, 54.99], [15.15, 55.12], [14.78, 55.29]],
  sylt: [[8.28, 54.76], [8.34, 54.9], [8.42, 55.04], [8.38, 54.9]],
  foehr: [[8.42, 54.7], [8.6, 54.71], [8.52, 54.76]],
  pellworm: [[8.58, 54.5], [8.7, 54.51], [8.64, 54.55]],
  helgoland: [[7.87, 54.17], [7.91, 54.17], [7.89, 54.2]],
  borkum: [[6.66, 53.58], [6.78, 53.59], [6.7, 53.62]],
  juist: [[6.95, 53.67], [7.1, 53.67], [7.02, 53.69]],
  norderney: [[7.15, 53.7], [7.32, 53.71], [7.24, 53.73]],
  langeoog: [[7.45, 53.74], [7.62, 53.75], [7.54, 53.77]],
  wangerooge: [[7.82, 53.78], [7.96, 53.78], [7.9, 53.8]],
};

/** Islands that belong to a country of the board; the others are foreign ground. */
export const EMPIRE_ISLANDS = new Set(['ruegen', 'hiddensee', 'fehmarn', 'helgoland', 'borkum', 'juist', 'norderney', 'langeoog', 'wangerooge', 'pellworm']);

/** Waters inside the land: the three great lagoons and the lakes that a marching army has to go round. */
export const LAGOONS = {
  oderhaff: [[13.97, 53.81], [14.2, 53.77], [14.45, 53.72], [14.6, 53.76], [14.5, 53.84], [14.22, 53.86], [14.02, 53.87]],
  frisches: [[19.86, 54.62], [20.1, 54.65], [20.33, 54.68], [20.12, 54.6], [19.88, 54.51], [19.7, 54.42], [19.42, 54.25], [19.28, 54.3], [19.5, 54.37], [19.72, 54.5]],
  kurisches: [[20.62, 54.99], [20.85, 54.94], [21.08, 54.91], [21.2, 55.02], [21.2, 55.3], [21.12, 55.6], [21.04, 55.6], [20.98, 55.36], [20.8, 55.1]],
  mueritz: [[12.63, 53.48], [12.72, 53.47], [12.74, 53.36], [12.66, 53.36]],
  schwerinersee: [[11.42, 53.74], [11.48, 53.73], [11.46, 53.6], [11.4, 53.62]],
  mauersee: [[21.62, 54.2], [21.76, 54.2], [21.78, 54.1], [21.68, 54.1]],
  spirding: [[21.62, 53.78], [21.78, 53.79], [21.82, 53.72], [21.68, 53.7]],
  steinhude: [[9.28, 52.48], [9.36, 52.48], [9.36, 52.45], [9.29, 52.45]],
};

/**
 * Rivers from source to mouth. A string is a town on its bank; `order` 1 are the great rivers of the board,
 * 2 the tributaries drawn with a thinner line.
 */
export const RIVERS = [
  { id: 'elbe', name: 'Elbe', order: 1, course: [[15.54, 50.76], 'hohenelbe', [15.88, 50.42], 'koeniggraetz', 'pardubitz', [15.45, 50.05], 'kolin', 'nimburg', 'melnik', 'raudnitz', 'leitmeritz', 'aussig', 'tetschen', 'pirna', 'dresden', 'meissen', 'riesa', [13.08, 51.5], 'torgau', [12.95, 51.72], 'wittenberg', [12.3, 51.87], [12.0, 51.88], [11.85, 51.98], 'schoenebeck', 'magdeburg', [11.8, 52.33], 'tangermuende', [12.0, 52.7], [11.95, 52.87], 'wittenberge', 'schnackenburg', 'doemitz', [11.05, 53.16], [10.75, 53.3], 'lauenburg-elbe', 'geesthacht', [10.15, 53.43], 'hamburg', [9.78, 53.56], [9.62, 53.59]] },
  { id: 'oder', name: 'Oder', order: 1, course: [[17.55, 49.62], [17.9, 49.7], 'ostrau', [18.3, 49.95], 'ratibor', 'cosel', 'krappitz', 'oppeln', [17.6, 50.8], 'brieg', 'ohlau', 'breslau', [16.65, 51.25], [16.45, 51.42], [16.3, 51.6], 'glogau', 'neusalz', [15.6, 51.98], [15.35, 52.05], 'crossen', [14.75, 52.08], 'fuerstenberg-oder', 'frankfurt-oder', 'kuestrin', 'gross-neuendorf', [14.1, 52.85], [14.28, 52.98], 'schwedt', 'gartz', 'stettin', [14.6, 53.6], [14.58, 53.73]] },
  { id: 'weser', name: 'Weser', order: 1, course: ['muenden', [9.45, 51.64], 'holzminden', [9.5, 52.0], 'hameln', 'rinteln', 'minden', [9.05, 52.5], 'nienburg', [9.15, 52.85], [9.05, 52.97], 'bremen', [8.55, 53.18], [8.5, 53.36]] },
  { id: 'rhine', name: 'Rhein', order: 1, course: [[8.45, 49.1], 'mannheim', 'worms', 'oppenheim', 'mainz', [8.1, 50.02], 'bingen', 'boppard', 'koblenz', [7.4, 50.5], [7.1, 50.72], [6.8, 51.0], [6.5, 51.3]] },
  { id: 'main', name: 'Main', order: 1, course: ['bayreuth', 'kulmbach', [11.05, 50.12], 'bamberg', 'hassfurt', 'schweinfurt', [10.2, 49.88], 'kitzingen', 'ochsenfurt', 'wuerzburg', 'gemuenden', 'lohr', 'wertheim', 'miltenberg', 'aschaffenburg', 'hanau', 'frankfurt-main', 'mainz'] },
  { id: 'vistula', name: 'Weichsel', order: 1, course: [[18.95, 49.55], 'ustron', [18.8, 49.92], [19.3, 50.02], 'krakow', [20.4, 50.1], [20.8, 50.32], [21.3, 50.5], [21.75, 50.68], [21.85, 51.1], [21.9, 51.4], [21.55, 51.65], [21.3, 51.9], [21.2, 52.1], 'warszawa', 'nowy-dwor', [20.2, 52.4], 'plock', 'wloclawek', 'ciechocinek', 'torun', 'fordon', 'swiecie', 'grudziadz', 'nowe', 'griew', [18.85, 54.0], 'tczew', [18.9, 54.25], [18.95, 54.36]] },
  { id: 'nogat', name: 'Nogat', order: 2, course: ['griew', 'malbork', [19.2, 54.18], [19.32, 54.28]] },
  { id: 'moldau', name: 'Moldau', order: 2, course: [[14.4, 49.05], 'orlik', 'slapy', 'prag', 'melnik'] },
  { id: 'eger', name: 'Eger', order: 2, course: [[11.95, 50.1], 'eger', 'falkenau', 'karlsbad', 'kaaden', 'saaz', 'laun', 'leitmeritz'] },
  { id: 'beraun', name: 'Beraun', order: 2, course: ['mies', 'nuerschan', 'pilsen', [13.75, 49.95], 'beraun', [14.38, 50.0]] },
  { id: 'saale', name: 'Saale', order: 2, course: [[11.85, 50.12], 'hof', 'saalfeld', 'rudolstadt', 'jena', 'naumburg', 'merseburg', 'halle', 'bernburg', [11.85, 51.98]] },
  { id: 'mulde', name: 'Mulde', order: 2, course: [[12.5, 50.45], 'zwickau', [12.6, 50.95], 'rochlitz', 'grimma', 'wurzen', 'eilenburg', 'bitterfeld', 'dessau', [12.3, 51.87]] },
  { id: 'havel', name: 'Havel', order: 2, course: [[12.75, 53.35], 'fuerstenberg-havel', 'zehdenick', 'oranienburg', 'spandau', 'potsdam', 'brandenburg', 'rathenow', 'havelberg', [11.95, 52.87]] },
  { id: 'spree', name: 'Spree', order: 2, course: [[14.55, 51.0], 'bautzen', 'spremberg', 'cottbus', 'luebben', [14.2, 52.05], 'beeskow', 'fuerstenwalde', [13.75, 52.4], 'berlin', 'spandau'] },
  { id: 'lausitzer-neisse', name: 'Neiße', order: 2, course: ['reichenberg', 'zittau', 'goerlitz', [15.0, 51.35], 'muskau', 'forst', 'guben', [14.75, 52.08]] },
  { id: 'bober', name: 'Bober', order: 2, course: ['hirschberg', 'loewenberg', 'bunzlau', 'sprottau', [15.2, 51.85], 'crossen'] },
  { id: 'glatzer-neisse', name: 'Neiße', order: 2, course: ['habelschwert', 'glatz', 'patschkau', 'neisse', [17.5, 50.65], [17.6, 50.8]] },
  { id: 'warthe', name: 'Warthe', order: 2, course: ['zawiercie', 'myszkow', 'czestochowa', [18.95, 51.05], [18.75, 51.25], 'sieradz', 'warta', [18.6, 52.15], 'kolo', 'konin', [17.6, 52.1], 'srem', 'poznan', [16.85, 52.65], 'wronki', 'miedzychod', 'skwierzyna', 'landsberg', 'kuestrin'] },
  { id: 'netze', name: 'Netze', order: 2, course: ['mogilno', [17.9, 52.95], 'naklo', [17.0, 53.08], [16.5, 52.95], [16.0, 52.87], 'friedeberg', 'landsberg'] },
  { id: 'narew', name: 'Narew', order: 2, course: [[22.6, 53.12], 'lomza', [21.57, 53.05], 'pultusk', 'nowy-dwor'] },
  { id: 'bug', name: 'Bug', order: 2, course: [[22.6, 52.55], [22.0, 52.62], 'wyszkow', [21.0, 52.5], 'nowy-dwor'] },
  { id: 'pilica', name: 'Pilica', order: 2, course: ['koniecpol', 'przedborz', 'sulejow', 'tomaszow', [20.6, 51.65], [21.25, 51.86]] },
  { id: 'brahe', name: 'Brahe', order: 2, course: [[17.3, 53.85], 'tuchola', 'bydgoszcz', 'fordon'] },
  { id: 'fulda', name: 'Fulda', order: 2, course: [[9.85, 50.45], 'fulda', 'hersfeld', 'bebra', [9.55, 51.15], 'kassel', 'muenden'] },
  { id: 'werra', name: 'Werra', order: 2, course: [[10.95, 50.42], 'hildburghausen', 'meiningen', 'salzungen', [10.15, 51.02], 'eschwege', 'muenden'] },
  { id: 'aller', name: 'Aller', order: 2, course: [[11.15, 52.3], 'oebisfelde', 'gifhorn', 'celle', [9.6, 52.75], 'verden', [9.05, 52.97]] },
  { id: 'leine', name: 'Leine', order: 2, course: ['heiligenstadt', 'goettingen', 'northeim', 'alfeld', 'hannover', [9.5, 52.55], [9.6, 52.75]] },
  { id: 'ems', name: 'Ems', order: 2, course: [[8.6, 51.85], 'guetersloh', [7.95, 51.98], 'greven', 'rheine', 'lingen', 'meppen', 'papenburg', 'leer', [7.2, 53.27]] },
  { id: 'lippe', name: 'Lippe', order: 2, course: ['paderborn', 'lippstadt', 'hamm', [7.4, 51.66], [6.9, 51.66]] },
  { id: 'lahn', name: 'Lahn', order: 2, course: ['biedenkopf', 'marburg', 'giessen', 'wetzlar', 'weilburg', 'limburg', 'koblenz'] },
  { id: 'pregel', name: 'Pregel', order: 2, course: [[22.3, 54.62], 'insterburg', 'wehlau', 'tapiau', 'koenigsberg', [20.33, 54.68]] },
  { id: 'memel', name: 'Memel', order: 2, course: [[22.9, 55.06], 'ragnit', 'tilsit', [21.6, 55.2], [21.22, 55.28]] },
  { id: 'peene', name: 'Peene', order: 2, course: ['malchin', 'demmin', 'jarmen', 'anklam', [13.88, 53.86], [13.98, 53.86]] },
  { id: 'march', name: 'March', order: 2, course: ['schoenberg-maehren', [17.05, 49.8], 'olmuetz', [17.35, 49.35], [17.45, 49.1]] },
];

/** Ranges drawn with hachures: a line of summits and how broad the range is (in degrees of latitude). */
export const RANGES = [
  { id: 'erzgebirge', name: 'Erz Gebirge', line: [[12.35, 50.36], [12.75, 50.42], [13.1, 50.5], [13.5, 50.66], [13.85, 50.78]], width: 0.16 },
  { id: 'riesengebirge', name: 'Riesen Gebirge', line: [[15.1, 50.88], [15.5, 50.78], [15.95, 50.68]], width: 0.14 },
  { id: 'eulengebirge', line: [[16.3, 50.74], [16.55, 50.62]], width: 0.1 },
  { id: 'adlergebirge', line: [[16.3, 50.38], [16.55, 50.18]], width: 0.1 },
  { id: 'altvater', name: 'Gesenke', line: [[16.95, 50.22], [17.25, 50.08], [17.5, 49.9]], width: 0.2 },
  { id: 'boehmerwald', name: 'Böhmer Wald', line: [[12.45, 49.95], [12.55, 49.7], [12.75, 49.45]], width: 0.2 },
  { id: 'harz', name: 'Harz', line: [[10.3, 51.84], [10.6, 51.78], [10.95, 51.68]], width: 0.2 },
  { id: 'thueringerwald', name: 'Thüringer Wald', line: [[10.35, 50.87], [10.65, 50.72], [11.0, 50.52], [11.4, 50.4]], width: 0.13 },
  { id: 'fichtel', line: [[11.75, 50.05], [12.0, 50.0]], width: 0.15 },
  { id: 'rhoen', name: 'Rhön', line: [[9.95, 50.6], [10.0, 50.35]], width: 0.14 },
  { id: 'vogelsberg', line: [[9.15, 50.55], [9.3, 50.45]], width: 0.18 },
  { id: 'taunus', name: 'Taunus', line: [[7.95, 50.12], [8.3, 50.2], [8.5, 50.28]], width: 0.1 },
  { id: 'westerwald', name: 'Wester Wald', line: [[7.75, 50.6], [8.1, 50.65]], width: 0.2 },
  { id: 'rothaar', line: [[8.1, 51.05], [8.45, 51.15]], width: 0.18 },
  { id: 'spessart', name: 'Spessart', line: [[9.3, 50.05], [9.45, 49.85]], width: 0.16 },
  { id: 'odenwald', line: [[8.75, 49.75], [8.85, 49.55]], width: 0.14 },
  { id: 'steigerwald', line: [[10.5, 49.9], [10.55, 49.68]], width: 0.12 },
  { id: 'teutoburg', line: [[7.85, 52.15], [8.35, 52.05], [8.75, 51.88]], width: 0.07 },
  { id: 'solling', line: [[9.55, 51.8], [9.65, 51.7]], width: 0.12 },
  { id: 'lausitz', line: [[14.3, 50.92], [14.65, 50.86], [15.0, 50.8]], width: 0.1 },
  { id: 'mittelgebirge', line: [[13.75, 50.52], [14.25, 50.6]], width: 0.08 },
  { id: 'brdy', line: [[13.75, 49.78], [14.0, 49.7]], width: 0.12 },
  { id: 'maehren', line: [[15.4, 49.6], [15.75, 49.5], [16.1, 49.65]], width: 0.18 },
  { id: 'beskiden', name: 'Beskiden', line: [[18.2, 49.45], [18.6, 49.52], [19.0, 49.6], [19.6, 49.62], [20.2, 49.55], [20.9, 49.6]], width: 0.24 },
  { id: 'heiligkreuz', line: [[20.7, 50.9], [21.1, 50.88]], width: 0.12 },
  { id: 'jura', line: [[19.55, 50.5], [19.75, 50.3]], width: 0.12 },
];

/** Forests and heaths, drawn with a few trees: centre and radii in degrees. */
export const WOODS = [
  { centre: [10.0, 53.0], radii: [0.45, 0.2] }, { centre: [17.9, 53.7], radii: [0.5, 0.2] }, { centre: [21.5, 53.55], radii: [0.5, 0.15] },
  { centre: [13.75, 52.98], radii: [0.3, 0.15] }, { centre: [13.9, 51.9], radii: [0.3, 0.12] }, { centre: [15.2, 51.45], radii: [0.4, 0.12] },
  { centre: [12.95, 52.2], radii: [0.3, 0.08] }, { centre: [18.4, 50.85], radii: [0.25, 0.15] }, { centre: [16.3, 53.6], radii: [0.5, 0.2] },
  { centre: [11.2, 52.5], radii: [0.2, 0.15] }, { centre: [7.9, 52.85], radii: [0.25, 0.15] }, { centre: [20.5, 51.4], radii: [0.4, 0.2] },
  { centre: [16.0, 52.55], radii: [0.3, 0.1] }, { centre: [19.3, 53.35], radii: [0.3, 0.1] }, { centre: [21.6, 51.95], radii: [0.2, 0.15] },
  { centre: [22.0, 54.35], radii: [0.2, 0.15] }, { centre: [12.9, 51.35], radii: [0.15, 0.08] }, { centre: [9.3, 51.0], radii: [0.15, 0.1] },
];

/** Lettering of countries, seas, rivers and ranges: degrees or board units [x, y], size and spacing in board units. */
export const LETTERING = [
  { text: 'OST SEE', kind: 'sea-name', at: [15.2, 54.68], size: 58, spacing: 40 },
  { text: 'NORD SEE', kind: 'sea-name', at: [7.95, 54.55], size: 40, spacing: 12 },
  { text: 'POMMERN', kind: 'country', at: [15.75, 53.83], size: 40, spacing: 26, turn: -8 },
  { text: 'OST PREUSSEN', kind: 'country', at: [21.25, 54.32], size: 36, spacing: 10 },
  { text: 'BRANDENBURG', kind: 'country', at: [13.3, 52.68], size: 40, spacing: 14 },
  { text: 'SCHLESIEN', kind: 'country', at: [17.05, 50.93], size: 42, spacing: 20, turn: 38 },
  { text: 'POLEN', kind: 'country', at: [19.3, 52.25], size: 84, spacing: 90, turn: 6 },
  { text: 'BÖHMEN', kind: 'country', at: [14.6, 49.92], size: 52, spacing: 44 },
  { text: 'MÄHREN', kind: 'country', at: [17.0, 49.42], size: 36, spacing: 18 },
  { text: 'SACHSEN', kind: 'country', at: [13.35, 51.28], size: 42, spacing: 22, turn: 4 },
  { text: 'HANNOVER', kind: 'country', at: [9.85, 52.72], size: 42, spacing: 18 },
  { text: 'HESSEN', kind: 'country', at: [9.15, 50.78], size: 32, spacing: 12 },
  { text: 'WESTFALEN', kind: 'country', at: [8.25, 51.85], size: 32, spacing: 8 },
  { text: 'FRANKEN', kind: 'country', at: [10.75, 50.15], size: 36, spacing: 16 },
  { text: 'THÜRINGEN', kind: 'country', at: [11.0, 51.1], size: 28, spacing: 8 },
  { text: 'HOLSTEIN', kind: 'country', at: [10.0, 54.02], size: 28, spacing: 6 },
  { text: 'MECKLENBURG', kind: 'country', at: [12.2, 53.7], size: 32, spacing: 8 },
];
