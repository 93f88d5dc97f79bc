/** The test virus that every scanner knows, in two halves: whole in a file it would make scanners take the checkout away. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Another word that the scanner of the tests takes for a virus. */
export const forbiddenWord = 'dossier-test-virus-word';
