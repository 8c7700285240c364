/** Common names of Spain and Latin America; most people have two surnames. */
export const spanish = {
  men: `José Juan Luis Carlos Jorge Jesús Miguel Ángel Francisco Manuel Antonio Javier Pedro Rafael Fernando Víctor César
    Julio Ricardo Eduardo Daniel Alejandro Roberto Mario Raúl Óscar Andrés Diego Alberto Enrique Ramón Sergio Iván Hugo
    Martín Gustavo Marco_Antonio/Marcoantonio Juan_Carlos/Juancarlos José_Luis/Joseluis Wilson Édgar Walter Jhon/John Cristian/Christian
    Joaquín Ignacio Santiago Gabriel Esteban`,
  women: `María Ana Rosa Carmen Luz Juana Patricia Gloria Martha/Marta Sandra Elizabeth/Elisabeth Verónica Mónica Claudia Adriana
    Diana Andrea Carolina Paola Gabriela Alejandra Daniela Sofía Lucía Teresa Margarita Isabel Pilar Dolores Mercedes Silvia
    Yolanda Norma Beatriz Rocío Lorena Jessica/Yessica Johanna/Yohana Karina/Carina Cecilia Inés Raquel Elena Julia Marisol
    Ana_María/Anamaría María_José/Mariajosé Guadalupe Esperanza Milagros`,
  surnames: `García Rodríguez González/Gonzales Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez/Giménez Ruiz Hernández Díaz
    Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez/Vásquez Ramos Gil Ramírez Serrano Blanco
    Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos
    Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores Cabrera Campos Vega Fuentes
    Carrasco Diez Reyes Caballero Nieto Aguilar Pascual Santana Herrero Lorenzo Montero Hidalgo Giménez Ibáñez Ferrer Durán
    Quispe Mamani Huamán Chávez Rojas Vargas Mendoza Espinoza/Espinosa Salazar Paredes Zambrano Cedeño Guamán Bravo Vera`,
} as const
